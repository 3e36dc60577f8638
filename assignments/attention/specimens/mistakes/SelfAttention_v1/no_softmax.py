"""
name = "scores used as weights"
name_zh = "直接把分数当作权重"
question = "Do the numbers that multiply the values add up to 1 in every row?"
question_zh = "与值相乘的那些数，每一行加起来是 1 吗？"
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
        weights = scores / k.shape[-1] ** 0.5
        return weights @ v
