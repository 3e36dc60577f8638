"""
name = "scaling after the softmax"
name_zh = "在 softmax 之后才缩放"
question = "What do the weights of one row add up to just before they meet the values?"
question_zh = "一行权重在与值相乘之前，加起来是多少？"
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
        weights = torch.softmax(scores, dim=-1) / k.shape[-1] ** 0.5
        return weights @ v
