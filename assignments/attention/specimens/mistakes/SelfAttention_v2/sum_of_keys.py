"""
name = "weighted sum of the keys"
name_zh = "对键做了加权求和"
question = "Which of the three is summed by the weights?"
question_zh = "权重加权求和的是三者中的哪一个？"
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
        return torch.matmul(weights, k)
