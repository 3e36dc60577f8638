"""
name = "scores of exactly zero are hidden too"
name_zh = "恰好为零的分数也被遮住"
question = "Which scores does `== 0` find besides those that the triangle has set to zero?"
question_zh = "除了被三角形置零的分数之外，`== 0` 还会找到哪些分数？"
"""

class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        if d_out % num_heads:
            raise ValueError("d_out must be divisible by num_heads")
        self.num_heads, self.head_dim = num_heads, d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        b, n, _ = x.shape
        split = (b, n, self.num_heads, self.head_dim)
        queries, keys, values = (
            layer(x).view(split).transpose(1, 2)
            for layer in (self.W_query, self.W_key, self.W_value)
        )
        seen = torch.tril(queries @ keys.mT)
        hidden = seen.masked_fill(seen == 0, -torch.inf)
        weights = self.dropout(torch.softmax(hidden / self.head_dim ** 0.5, dim=-1))
        return self.out_proj((weights @ values).transpose(1, 2).reshape(b, n, -1))
