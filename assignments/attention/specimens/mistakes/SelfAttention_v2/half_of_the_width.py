"""
name = "half of the width in place of its root"
name_zh = "用宽度的一半代替平方根"
question = "What does Python work out for 16 * 0.5, and what for 16 ** 0.5?"
question_zh = "Python 算出的 16 * 0.5 是多少？16 ** 0.5 呢？"
"""


class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)

    def forward(self, x):
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = torch.matmul(q, k.transpose(0, 1))
        weights = torch.softmax(scores / (k.size(-1) * 0.5), dim=-1)
        return torch.matmul(weights, v)
