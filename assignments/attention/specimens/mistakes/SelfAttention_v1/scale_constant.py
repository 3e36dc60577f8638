"""
name = "scale fixed to the example's width"
name_zh = "缩放因子固定为示例的宽度"
question = "For which d_out is the number in your divisor right, and what if d_out is another?"
question_zh = "你除数里的数对哪个 d_out 是对的？换一个 d_out 会怎样？"
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
        weights = torch.softmax(scores / 2**0.5, dim=-1)
        return weights @ v
