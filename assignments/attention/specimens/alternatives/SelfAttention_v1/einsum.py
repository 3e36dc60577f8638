"""
form = "einsum throughout, the query scaled"
"""

class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        shape = (d_in, d_out)
        self.W_query = nn.Parameter(torch.rand(shape))
        self.W_key = nn.Parameter(torch.rand(shape))
        self.W_value = nn.Parameter(torch.rand(shape))

    def forward(self, x):
        q = torch.einsum("ti,io->to", x, self.W_query) / self.W_query.size(1) ** 0.5
        k = torch.einsum("ti,io->to", x, self.W_key)
        v = torch.einsum("ti,io->to", x, self.W_value)
        return torch.einsum("ts,so->to", torch.einsum("to,so->ts", q, k).softmax(-1), v)
