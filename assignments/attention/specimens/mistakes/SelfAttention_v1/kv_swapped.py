"""
name = "key and value swapped"
name_zh = "键和值互换了"
question = "Follow W_key and W_value: which of them makes the scores, and which is summed?"
question_zh = "跟着 W_key 和 W_value 看：哪一个用来算分数，哪一个被加权求和？"
"""


class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.randn(d_in, d_out))
        self.W_key = nn.Parameter(torch.randn(d_in, d_out))
        self.W_value = nn.Parameter(torch.randn(d_in, d_out))

    def forward(self, x):
        q = x @ self.W_query
        k = x @ self.W_value
        v = x @ self.W_key
        scores = q @ k.T
        weights = torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1)
        return weights @ v
