"""
name = "root cut down to a whole number"
name_zh = "平方根被截成了整数"
question = "What is left of the square root of 2 in your divisor?"
question_zh = "2 的平方根在你的除数里还剩下多少？"
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
        weights = torch.softmax(scores / int(k.size(-1) ** 0.5), dim=-1)
        return torch.matmul(weights, v)
