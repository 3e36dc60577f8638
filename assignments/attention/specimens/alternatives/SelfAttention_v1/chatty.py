"""
form = "prints, warnings and stderr in forward"
"""

import sys
import warnings


class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out))

    def forward(self, x):
        print("x:", x.shape)
        warnings.warn("attention without a mask")
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        print("queries", queries.shape, "keys", keys.shape, file=sys.stderr)
        weights = torch.softmax(queries @ keys.T / keys.shape[-1] ** 0.5, dim=-1)
        print(weights.sum(dim=-1))
        return weights @ values


sa_v1 = SelfAttention_v1(inputs.shape[1], 2)
print(sa_v1(inputs))
