"""
name = "scores divided by their plain sum"
name_zh = "分数直接除以总和"
question = "Can a weight be negative in your code, and what should rule that out?"
question_zh = "在你的代码里权重会是负数吗？本该由什么来避免？"
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
        weights = scores / scores.sum(dim=-1, keepdim=True)
        return weights @ v
