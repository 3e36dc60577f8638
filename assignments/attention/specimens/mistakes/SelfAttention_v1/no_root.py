"""
name = "scores divided by the whole width"
name_zh = "分数除以了整个宽度"
question = "How fast do dot products grow with the width, and how fast does your divisor?"
question_zh = "点积随宽度增长得多快？你的除数又增长得多快？"
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
        weights = torch.softmax(scores / k.shape[-1], dim=-1)
        return weights @ v
