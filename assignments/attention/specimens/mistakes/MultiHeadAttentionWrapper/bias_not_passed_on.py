"""
name = "qkv_bias not passed on"
name_zh = "没有把 qkv_bias 传下去"
question = "Which of the wrapper's arguments do the heads never hear of?"
question_zh = "包装类的哪个参数没有传到各个头？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout))

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat(results, dim=-1)
