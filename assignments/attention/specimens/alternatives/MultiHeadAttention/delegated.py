"""
form = "an inner module attends, another one projects"
"""

class Attend(nn.Module):
    def __init__(self, num_heads, context_length, dropout):
        super().__init__()
        self.num_heads = num_heads
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mask", torch.ones(context_length, context_length).triu(1) == 1)

    def forward(self, q, k, v):
        b, t, d = q.shape
        q, k, v = (z.view(b, t, self.num_heads, -1).movedim(2, 1) for z in (q, k, v))
        scores = (q @ k.mT / k.shape[-1] ** 0.5).masked_fill(self.mask[:t, :t], -torch.inf)
        return (self.dropout(scores.softmax(-1)) @ v).movedim(1, 2).reshape(b, t, d)


class Projections(nn.Module):
    def __init__(self, d_in, d_out, bias):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=bias)
        self.W_key = nn.Linear(d_in, d_out, bias=bias)
        self.W_value = nn.Linear(d_in, d_out, bias=bias)

    def forward(self, x):
        return self.W_query(x), self.W_key(x), self.W_value(x)


# %%
class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        if d_out % num_heads > 0:
            raise ValueError(d_out, num_heads)
        self.projections = Projections(d_in, d_out, qkv_bias)
        self.attend = Attend(num_heads, context_length, dropout)
        self.W_query = self.projections.W_query
        self.W_key = self.projections.W_key
        self.W_value = self.projections.W_value
        self.out_proj = nn.Linear(d_out, d_out)

    def forward(self, x):
        return self.out_proj(self.attend(*self.projections(x)))
