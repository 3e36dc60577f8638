"""
name = "operators of the scale in an unexpected order"
name_zh = "缩放中的运算顺序出乎意料"
question = "In which order does Python work out the operators of that line, and which of them takes the root?"
question_zh = "在那一行里，Python 按什么顺序计算各个运算？其中哪一个是开方？"
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
        weights = torch.softmax(scores / k.shape[-1] ** 1 / 2, dim=-1)
        return weights @ v
