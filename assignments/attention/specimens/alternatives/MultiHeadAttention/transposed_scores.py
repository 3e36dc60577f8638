"""
form = "one column for each query, values on the left"
"""

class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        assert (d_out % num_heads) == 0
        self.num_heads = num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        lower = torch.ones(context_length, context_length).tril(diagonal=-1)
        self.register_buffer("mask", lower.bool())

    def columns(self, t):
        """(B, T, D) -> (B, H, D / H, T): a column for each token."""
        return t.transpose(1, 2).unflatten(1, (self.num_heads, -1))

    def forward(self, x):
        T = x.shape[1]
        q, k, v = (self.columns(w(x)) for w in (self.W_query, self.W_key, self.W_value))
        scores = k.mT @ q / k.shape[2] ** 0.5
        weights = scores.masked_fill(self.mask[:T, :T], -torch.inf).softmax(dim=-2)
        context = v @ self.dropout(weights)
        return self.out_proj(context.flatten(1, 2).transpose(1, 2))
