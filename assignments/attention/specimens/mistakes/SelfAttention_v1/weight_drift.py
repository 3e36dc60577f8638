"""
name = "weights scaled anew at every call"
name_zh = "每次调用都再缩放一次权重"
question = "Does a second call with the same input give the same result as the first?"
question_zh = "用同样的输入再调用一次，结果与第一次相同吗？"
"""


class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.randn(d_in, d_out))
        self.W_key = nn.Parameter(torch.randn(d_in, d_out))
        self.W_value = nn.Parameter(torch.randn(d_in, d_out))

    def forward(self, x):
        self.W_query.data /= self.W_query.shape[-1] ** 0.5
        q = x @ self.W_query
        k = x @ self.W_key
        v = x @ self.W_value
        scores = q @ k.T
        weights = torch.softmax(scores, dim=-1)
        return weights @ v
