"""
name = "weights in place of context vectors"
name_zh = "返回了权重而不是上下文向量"
question = "Where are the values in what you return?"
question_zh = "在你返回的结果里，值在哪里？"
"""


class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out))

    def forward(self, x):
        scores = (x @ self.W_query) @ (x @ self.W_key).T
        values = x @ self.W_value
        weights = torch.softmax(scores / self.W_key.shape[1] ** 0.5, dim=-1)
        context = weights @ values
        return weights
