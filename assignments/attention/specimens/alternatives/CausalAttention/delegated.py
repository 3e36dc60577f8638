"""
form = "an inner module computes everything"
"""

class MaskedHead(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, bias):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=bias)
        self.W_key = nn.Linear(d_in, d_out, bias=bias)
        self.W_value = nn.Linear(d_in, d_out, bias=bias)
        self.drop = nn.Dropout(dropout)
        shape = (context_length, context_length)
        self.register_buffer("mask", torch.ones(shape, dtype=torch.bool).triu(1))

    def weights(self, x):
        T = x.shape[1]
        keys = self.W_key(x)
        scores = self.W_query(x) @ keys.mT / keys.shape[-1] ** 0.5
        return scores.masked_fill(self.mask[:T, :T], -torch.inf).softmax(-1)

    def forward(self, x):
        return self.drop(self.weights(x)) @ self.W_value(x)


# %%
class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.inner = MaskedHead(d_in, d_out, context_length, dropout, qkv_bias)
        self.W_query = self.inner.W_query
        self.W_key = self.inner.W_key
        self.W_value = self.inner.W_value

    def forward(self, x):
        return self.inner(x)
