"""
name = "weighted sum of the keys"
name_zh = "对键做了加权求和"
question = "Is a context vector made of what a token is found by, or of what it has to pass on?"
question_zh = "上下文向量由什么组成：词元用来被找到的向量，还是它要传递的内容？"
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
        weights = torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1)
        return weights @ k
