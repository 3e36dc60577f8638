"""
name = "each head as wide as all together"
name_zh = "每个头都有总宽度那么宽"
question = "How wide is one of your heads, and how wide are they side by side?"
question_zh = "你的一个头有多宽？并排起来又有多宽？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(
                CausalAttention(d_in, d_out * num_heads, context_length, dropout, qkv_bias)
            )

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat(results, dim=-1)
