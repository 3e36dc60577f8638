"""
form = "its layers found in the private dictionary that nn.Module keeps them in"
"""

class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        for name in ("W_query", "W_key", "W_value"):
            setattr(self, name, nn.Linear(d_in, d_out, bias=qkv_bias))

    def forward(self, x):
        q, k, v = (layer(x) for layer in self._modules.values())
        weights = torch.softmax(q @ k.T / self.__dict__["_modules"]["W_key"].out_features**0.5, dim=-1)
        return weights @ v
