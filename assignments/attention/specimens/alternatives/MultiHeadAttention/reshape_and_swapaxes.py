"""
form = "swapaxes and reshape instead of transpose, contiguous and view"
"""

class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        if d_out % num_heads != 0:
            raise ValueError(f"d_out={d_out} is not divisible by num_heads={num_heads}")
        self.num_heads = num_heads
        self.head_dim = d_out // num_heads
        self.out_proj = nn.Linear(d_out, d_out)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer(
            "mask", torch.ones(context_length, context_length, dtype=torch.bool).triu(1)
        )

    def forward(self, x):
        b, t, _ = x.shape
        shape = (b, t, self.num_heads, self.head_dim)
        q = self.W_query(x).reshape(shape).swapaxes(1, 2)
        k = self.W_key(x).reshape(shape).swapaxes(1, 2)
        v = self.W_value(x).reshape(shape).swapaxes(1, 2)
        scores = q @ k.swapaxes(-1, -2) / self.head_dim**0.5
        weights = scores.masked_fill(self.mask[:t, :t], -torch.inf).softmax(dim=-1)
        context = (self.dropout(weights) @ v).swapaxes(1, 2).reshape(b, t, -1)
        return self.out_proj(context)
