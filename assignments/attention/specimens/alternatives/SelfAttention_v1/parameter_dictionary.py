"""
form = "parameters also kept in a ParameterDict"
"""

class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        names = ("W_query", "W_key", "W_value")
        self.all = nn.ParameterDict({n: nn.Parameter(torch.rand(d_in, d_out)) for n in names})
        for name in names:
            setattr(self, name, self.all[name])

    def forward(self, x):
        q, k, v = (x @ self.all[name] for name in ("W_query", "W_key", "W_value"))
        return torch.softmax((q @ k.T).div(k.shape[-1] ** 0.5), dim=-1).mm(v)
