"""
form = "heads of a subclass of CausalAttention"
"""

class Head(CausalAttention):
    """A causal head that knows its number."""

    def __init__(self, number, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.number = number


# %%
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList(
            Head(i, d_in, d_out, context_length, dropout, qkv_bias) for i in range(num_heads)
        )

    def forward(self, x):
        return torch.cat([head(x) for head in sorted(self.heads, key=lambda h: h.number)], dim=-1)
