"""
form = "loops over batch, heads and tokens"
"""

class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        assert d_out % num_heads == 0
        self.num_heads, self.head_dim = num_heads, d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)

    def context(self, query, keys, values):
        scores = keys @ query / self.head_dim**0.5
        return self.dropout(torch.softmax(scores, dim=0)) @ values

    def forward(self, x):
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        batch = []
        for b in range(x.shape[0]):
            tokens = []
            for t in range(x.shape[1]):
                heads = []
                for h in range(self.num_heads):
                    own = slice(h * self.head_dim, (h + 1) * self.head_dim)
                    heads.append(self.context(q[b, t, own], k[b, : t + 1, own], v[b, : t + 1, own]))
                tokens.append(torch.cat(heads))
            batch.append(torch.stack(tokens))
        return self.out_proj(torch.stack(batch))
