"""
name = "half precision on the way"
name_zh = "中途使用了半精度"
question = "How many digits does the number type keep in which you compute?"
question_zh = "你用来计算的数据类型能保留多少位数字？"
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
        weights = torch.softmax(scores.half() / k.shape[-1] ** 0.5, dim=-1).float()
        return weights @ v
