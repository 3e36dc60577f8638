"""
name = "a list in place of a tensor"
name_zh = "返回列表而不是张量"
question = "What is the type of your result, and can it be multiplied with a matrix?"
question_zh = "你的结果是什么类型？它能和矩阵相乘吗？"
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
        weights = torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1)
        return [row @ v for row in weights]
