"""
name = "a loop left after the first head"
name_zh = "第一个头之后就离开了循环"
question = "How many heads have worked when forward returns?"
question_zh = "forward 返回时，有几个头已经工作过？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        for head in self.heads:
            results = [head(x)]
            return torch.cat(results, dim=-1)
