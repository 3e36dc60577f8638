"""
form = "a base class of one's own with a method of torch's name"
"""

class AttentionBase(nn.Module):
    def scaled_dot_product_attention(self, queries, keys, values):
        n = queries.shape[-2]
        scores = queries @ keys.mT / keys.shape[-1] ** 0.5
        later = torch.ones(n, n, device=scores.device).triu(1).bool()
        weights = scores.masked_fill(later, -torch.inf).softmax(dim=-1)
        return self.dropout(weights) @ values


class CausalAttention(AttentionBase):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        return self.scaled_dot_product_attention(
            self.W_query(x), self.W_key(x), self.W_value(x)
        )
