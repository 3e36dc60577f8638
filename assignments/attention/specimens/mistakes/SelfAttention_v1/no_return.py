"""
name = "no return value"
name_zh = "没有返回值"
question = "What does the caller receive after the last line of forward has run, and which step of the text comes after that line?"
question_zh = "forward 的最后一行运行之后，调用者得到了什么？按正文，这一行之后还有哪一步？"
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
        context = weights @ v
        print(context)
