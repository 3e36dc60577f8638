"""
name = "scores of exactly zero are hidden too"
name_zh = "恰好为零的分数也被遮住"
question = "Which scores does `== 0` find besides those that the triangle has set to zero?"
question_zh = "除了被三角形置零的分数之外，`== 0` 还会找到哪些分数？"
"""

class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        keys = self.W_key(x)
        seen = torch.tril(self.W_query(x) @ keys.mT)
        hidden = seen.masked_fill(seen == 0, -torch.inf)
        weights = torch.softmax(hidden / keys.shape[-1] ** 0.5, dim=-1)
        return self.dropout(weights) @ self.W_value(x)
