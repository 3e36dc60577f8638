"""
name = "no return value"
name_zh = "没有返回值"
question = "What does the caller receive after the last line of forward has run, and which step of the text comes after that line?"
question_zh = "forward 的最后一行运行之后，调用者得到了什么？按正文，这一行之后还有哪一步？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        results = [head(x) for head in self.heads]
        context = torch.cat(results, dim=-1)
