"""
name = "d_out taken for the width of all heads"
name_zh = "把 d_out 当成了所有头的总宽度"
question = "How wide is the result to be, and how wide then is each of the heads?"
question_zh = "结果应当有多宽？那么每个头有多宽？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(
                CausalAttention(d_in, d_out // num_heads, context_length, dropout, qkv_bias)
            )

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat(results, dim=-1)
