"""
name = "softmax over the queries in place of the keys"
name_zh = "沿查询而不是键的维度做了 softmax"
question = "Along which dimension do your weights add up to 1: over the keys or over the queries?"
question_zh = "你的权重沿哪个维度相加得 1：键的维度，还是查询的维度？"
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
        weights = torch.softmax(scores / k.shape[-1] ** 0.5, dim=0)
        return weights @ v
