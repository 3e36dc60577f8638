"""
name = "key and value swapped"
name_zh = "键和值互换了"
question = "Follow W_key and W_value: which of them makes the scores, and which is summed?"
question_zh = "跟着 W_key 和 W_value 看：哪一个用来算分数，哪一个被加权求和？"
"""


class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)

    def forward(self, x):
        q, v, k = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = torch.matmul(q, k.transpose(0, 1))
        weights = torch.softmax(scores / k.size(-1) ** 0.5, dim=-1)
        return torch.matmul(weights, v)
