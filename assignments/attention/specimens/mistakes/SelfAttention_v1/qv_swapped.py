"""
name = "query and value swapped"
name_zh = "查询与值互换"
question = "Which of the three projections is summed up in the end, and which ones are compared?"
question_zh = "三个投影中，最后被求和的是哪一个，被比较的又是哪两个？"
"""


class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.randn(d_in, d_out))
        self.W_key = nn.Parameter(torch.randn(d_in, d_out))
        self.W_value = nn.Parameter(torch.randn(d_in, d_out))

    def forward(self, x):
        v = x @ self.W_query
        k = x @ self.W_key
        q = x @ self.W_value
        scores = q @ k.T
        weights = torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1)
        return weights @ v
