"""
name = "one layer under three names"
name_zh = "三个名字指向同一个层"
question = "How many different layers does your constructor make?"
question_zh = "你的构造函数创建了几个不同的层？"
"""


class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        layer = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_query = self.W_key = self.W_value = layer

    def forward(self, x):
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = torch.matmul(q, k.transpose(0, 1))
        weights = torch.softmax(scores / k.size(-1) ** 0.5, dim=-1)
        return torch.matmul(weights, v)
