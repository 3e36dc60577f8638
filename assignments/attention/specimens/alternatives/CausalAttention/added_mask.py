"""
form = "an additive float mask of -inf"
"""

class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        minus_infinity = torch.full((1, context_length, context_length), -torch.inf)
        self.register_buffer("mask", torch.triu(minus_infinity, diagonal=1))

    def forward(self, x):
        n = x.shape[1]
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = torch.einsum("bqd,bkd->bqk", q, k) / k.shape[-1] ** 0.5
        weights = torch.softmax(scores + self.mask[:, :n, :n], dim=-1)
        return torch.einsum("bqk,bkd->bqd", self.dropout(weights), v)
