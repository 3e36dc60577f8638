"""
name = "a rounded result"
name_zh = "结果被四舍五入"
question = "Which digits of the result are thrown away before it is returned?"
question_zh = "结果在返回之前丢掉了哪些数字？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.round(torch.cat(results, dim=-1), decimals=4)
