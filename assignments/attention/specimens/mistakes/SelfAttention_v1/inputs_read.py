"""
name = "the notebook's inputs in place of the argument"
name_zh = "用了笔记本里的 inputs 而不是参数"
question = "When the module gets another sequence, which line of forward takes notice of it?"
question_zh = "换一个序列来调用模块时，forward 的哪一行会用到它？"
"""


class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.randn(d_in, d_out))
        self.W_key = nn.Parameter(torch.randn(d_in, d_out))
        self.W_value = nn.Parameter(torch.randn(d_in, d_out))

    def forward(self, x):
        q = inputs @ self.W_query
        k = inputs @ self.W_key
        v = inputs @ self.W_value
        scores = q @ k.T
        weights = torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1)
        return weights @ v
