"""
name = "half precision on the way"
name_zh = "中途使用了半精度"
question = "How many digits does the number type keep in which you compute?"
question_zh = "你用来计算的数据类型能保留多少位数字？"
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
        weights = torch.softmax(scores.bfloat16() / k.size(-1) ** 0.5, dim=-1).float()
        return torch.matmul(weights, v)
