"""
name = "softmax applied twice"
name_zh = "做了两次 softmax"
question = "Are the numbers that go into your last softmax still scores?"
question_zh = "进入最后一次 softmax 的，还是分数吗？"
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
        weights = torch.softmax(scores / k.size(-1) ** 0.5, dim=-1)
        weights = torch.softmax(weights, dim=-1)
        return torch.matmul(weights, v)
