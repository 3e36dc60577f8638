"""
name = "parameters of transposed shape"
name_zh = "参数的两个维度写反了"
question = "Which of your parameter's two sizes comes first, and which one first in the stub?"
question_zh = "你的参数的两个大小中哪个在前？题目里又是哪个在前？"
"""


class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.randn(d_out, d_in))
        self.W_key = nn.Parameter(torch.randn(d_out, d_in))
        self.W_value = nn.Parameter(torch.randn(d_out, d_in))

    def forward(self, x):
        q = x @ self.W_query.T
        k = x @ self.W_key.T
        v = x @ self.W_value.T
        scores = q @ k.T
        weights = torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1)
        return weights @ v
