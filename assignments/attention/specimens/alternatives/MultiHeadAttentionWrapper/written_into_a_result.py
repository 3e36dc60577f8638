"""
form = "outputs written into slices of a preallocated result"
"""

class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.d_out = d_out
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        batch, num_tokens, _ = x.shape
        result = x.new_empty(batch, num_tokens, self.d_out * len(self.heads))
        for i, head in enumerate(self.heads):
            result[:, :, i * self.d_out : (i + 1) * self.d_out] = head(x)
        return result
