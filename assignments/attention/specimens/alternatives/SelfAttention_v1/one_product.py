"""
form = "one product with the joined weights, cut by chunk"
"""

class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query, self.W_key, self.W_value = (
            nn.Parameter(w) for w in torch.rand(3, d_in, d_out).unbind()
        )

    def forward(self, x):
        joined = torch.cat((self.W_query, self.W_key, self.W_value), dim=1)
        queries, keys, values = (x @ joined).chunk(3, dim=1)
        scores = queries @ keys.transpose(0, 1)
        return torch.softmax(scores / keys.size(-1) ** 0.5, dim=-1) @ values
