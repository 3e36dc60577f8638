"""
form = "the class of the heads as a default argument"
"""

class MultiHeadAttentionWrapper(nn.Module):
    def __init__(
        self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False, head=CausalAttention
    ):
        super().__init__()
        self.heads = nn.ModuleList(
            [head(d_in, d_out, context_length, dropout, qkv_bias) for _ in range(num_heads)]
        )

    def forward(self, x):
        return torch.cat([head(x) for head in self.heads], dim=-1)
