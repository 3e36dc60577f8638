"""
name = "a fifth power in the divisor"
name_zh = "除数里是五次方"
question = "Which exponent takes a root, and which one have you typed?"
question_zh = "开平方的指数是多少？你写的又是多少？"
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
        weights = torch.softmax(scores / k.shape[-1] ** 5, dim=-1)
        return weights @ v
