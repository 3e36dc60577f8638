"""
name = "scores without scaling"
name_zh = "分数没有缩放"
question = "What happens to the scores between the product of queries and keys and the softmax?"
question_zh = "在查询与键相乘之后、softmax 之前，分数还要经过什么？"
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
        weights = torch.softmax(scores, dim=-1)
        return torch.matmul(weights, v)
