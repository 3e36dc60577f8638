"""
form = "masked after the softmax, rows renormalised, float64 inside"
"""

class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        assert d_out % num_heads == 0
        self.num_heads = num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        lower = torch.tril(torch.ones(context_length, context_length, dtype=torch.float64))
        self.register_buffer("lower", lower)

    def forward(self, x):
        b, t, _ = x.shape
        split = lambda z: z.double().view(b, t, self.num_heads, -1).transpose(1, 2)
        q, k, v = split(self.W_query(x)), split(self.W_key(x)), split(self.W_value(x))
        weights = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1) * self.lower[:t, :t]
        context = self.dropout(weights / weights.sum(dim=-1, keepdim=True)) @ v
        return self.out_proj(context.transpose(1, 2).reshape(b, t, -1).float())
