"""
name = "half of the width in place of its root"
name_zh = "用宽度的一半代替平方根"
question = "What does Python work out for 16 * 0.5, and what for 16 ** 0.5?"
question_zh = "Python 算出的 16 * 0.5 是多少？16 ** 0.5 呢？"
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
        weights = torch.softmax(scores / (k.shape[-1] * 0.5), dim=-1)
        return weights @ v
