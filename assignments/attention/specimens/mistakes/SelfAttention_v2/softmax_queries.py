"""
name = "softmax over the queries in place of the keys"
name_zh = "沿查询而不是键的维度做了 softmax"
question = "Along which dimension do your weights add up to 1: over the keys or over the queries?"
question_zh = "你的权重沿哪个维度相加得 1：键的维度，还是查询的维度？"
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
        weights = torch.softmax(scores / k.size(-1) ** 0.5, dim=0)
        return torch.matmul(weights, v)
