"""
form = "heads added by extend, dstack"
"""

class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super(MultiHeadAttentionWrapper, self).__init__()
        self.num_heads = num_heads
        self.heads = nn.ModuleList([])
        self.heads.extend(
            CausalAttention(d_in, d_out, context_length, dropout, qkv_bias=qkv_bias)
            for _ in range(num_heads)
        )

    def forward(self, x):
        return torch.dstack([h(x) for h in self.heads])
