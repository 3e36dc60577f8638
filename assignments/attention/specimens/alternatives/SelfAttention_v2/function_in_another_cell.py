"""
form = "the formula in a helper cell"
"""

def attend(q, k, v, d_k):
    """Softmax of q k^T over the root of d_k, times v."""
    scores = torch.einsum("qd,kd->qk", q, k)
    weights = torch.softmax(scores / torch.sqrt(torch.tensor(float(d_k))), dim=-1)
    return torch.einsum("qk,kd->qd", weights, v)


# %%
class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.d_out = d_out
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)

    def forward(self, x):
        return attend(q=self.W_query(x), k=self.W_key(x), v=self.W_value(x), d_k=self.d_out)
