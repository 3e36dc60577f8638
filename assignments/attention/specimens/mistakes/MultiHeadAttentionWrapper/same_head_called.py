"""
name = "only the first head called"
name_zh = "只调用了第一个头"
question = "Which of the heads does each pass of the loop call?"
question_zh = "循环的每一轮调用的是哪个头？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        results = [self.heads[0](x) for _ in self.heads]
        return torch.cat(results, dim=-1)
