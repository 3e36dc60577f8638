"""
name = "scores without scaling"
name_zh = "分数没有缩放"
question = "What happens to the scores between the product of queries and keys and the softmax?"
question_zh = "在查询与键相乘之后、softmax 之前，分数还要经过什么？"
"""


class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.randn(d_in, d_out))
        self.W_key = nn.Parameter(torch.randn(d_in, d_out))
        self.W_value = nn.Parameter(torch.randn(d_in, d_out))

    def forward(self, x):
        q = x @ self.W_query
        k = x @ self.W_key
        v = x @ self.W_value
        scores = q @ k.T
        weights = torch.softmax(scores, dim=-1)
        return weights @ v
