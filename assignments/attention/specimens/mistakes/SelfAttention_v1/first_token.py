"""
name = "one token's context vector only"
name_zh = "只算了一个词元的上下文向量"
question = "How many tokens of the sequence send out a query in your code?"
question_zh = "在你的代码里，序列中有多少个词元发出了查询？"
"""


class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.randn(d_in, d_out))
        self.W_key = nn.Parameter(torch.randn(d_in, d_out))
        self.W_value = nn.Parameter(torch.randn(d_in, d_out))

    def forward(self, x):
        q = x[1] @ self.W_query
        k = x @ self.W_key
        v = x @ self.W_value
        scores = k @ q
        weights = torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1)
        return weights @ v
