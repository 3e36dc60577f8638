"""
form = "the class built by type() from functions"
"""

def _init(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
    nn.Module.__init__(self)
    if d_out % num_heads:
        raise ArithmeticError("d_out is not divisible by num_heads")
    self.num_heads = num_heads
    self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
    self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
    self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
    self.out_proj = nn.Linear(d_out, d_out)
    self.dropout = nn.Dropout(dropout)


def _forward(self, x):
    def heads(t):
        return t.view(*t.shape[:2], self.num_heads, -1).transpose(1, 2)

    q, k, v = heads(self.W_query(x)), heads(self.W_key(x)), heads(self.W_value(x))
    scores = q @ k.transpose(-1, -2) / k.size(-1) ** 0.5
    triangle = torch.ones_like(scores[0, 0]).tril()
    weights = self.dropout((scores + triangle.log()).softmax(-1))
    return self.out_proj((weights @ v).transpose(1, 2).flatten(2))


methods = {"__init__": _init, "forward": _forward}
MultiHeadAttention = type("MultiHeadAttention", (nn.Module,), methods)
