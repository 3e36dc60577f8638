"""
form = "heads cut out by tensor.unfold"
"""

class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        if (d_out / num_heads) != int(d_out / num_heads):
            raise ValueError("d_out / num_heads is no whole number")
        self.head_dim = d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mask", torch.triu(torch.ones(context_length, context_length), 1))

    def forward(self, x):
        size, T = self.head_dim, x.shape[1]
        # windows of `size` that do not overlap: (B, T, H, size) -> (B, H, T, size)
        q = self.W_query(x).unfold(-1, size, size).transpose(1, 2)
        k = self.W_key(x).unfold(-1, size, size).transpose(1, 2)
        v = self.W_value(x).unfold(-1, size, size).transpose(1, 2)
        scores = q @ k.transpose(-2, -1) / size**0.5 + self.mask[:T, :T] * -1e9
        weights = self.dropout(torch.softmax(scores, dim=3))
        return self.out_proj((weights @ v).transpose(1, 2).reshape(x.shape[0], T, -1))
