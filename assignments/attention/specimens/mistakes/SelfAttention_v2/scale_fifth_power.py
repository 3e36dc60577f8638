"""
name = "a fifth power in the divisor"
name_zh = "除数里是五次方"
question = "Which exponent takes a root, and which one have you typed?"
question_zh = "开平方的指数是多少？你写的又是多少？"
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
        weights = torch.softmax(scores / k.size(-1) ** 5, dim=-1)
        return torch.matmul(weights, v)
