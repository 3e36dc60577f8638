"""
name = "logarithms of the weights"
name_zh = "用了权重的对数"
question = "Which sign do the numbers have that multiply your values?"
question_zh = "与值相乘的那些数是正的还是负的？"
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
        weights = torch.log_softmax(scores / k.shape[-1] ** 0.5, dim=-1)
        return weights @ v
