"""
form = "the width of the input is read from a layer of a head"
"""

class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList(
            [CausalAttention(d_in, d_out, context_length, dropout, qkv_bias)
             for _ in range(num_heads)]
        )

    def forward(self, x):
        assert x.shape[-1] == self.heads[0].W_query.in_features
        return torch.cat([head(x) for head in self.heads], dim=-1)
