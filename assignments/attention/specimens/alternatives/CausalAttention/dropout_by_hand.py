"""
form = "dropout written by hand, each weight on its own"
"""

class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.keep = 1.0 - dropout
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.register_buffer("lower", torch.tril(torch.ones(context_length, context_length)))

    def drop(self, weights):
        if not self.training or self.keep == 1.0:
            return weights
        if self.keep == 0.0:
            return weights * 0.0
        kept = torch.rand_like(weights) < self.keep
        return weights * kept / self.keep

    def forward(self, x):
        n = x.shape[1]
        k = self.W_key(x)
        scores = self.W_query(x) @ k.transpose(1, 2) / k.shape[-1] ** 0.5
        scores = scores.masked_fill(self.lower[:n, :n].logical_not(), -torch.inf)
        return self.drop(torch.softmax(scores, dim=-1)) @ self.W_value(x)
