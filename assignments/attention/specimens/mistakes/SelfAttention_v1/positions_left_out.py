"""
name = "the token itself left out"
name_zh = "漏掉了词元自己"
question = "With which tokens is a token compared in the chapter, and with which in your code?"
question_zh = "按照课文，一个词元要与哪些词元比较？在你的代码里呢？"
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
        own = torch.eye(len(x), dtype=torch.bool, device=x.device)
        scores = scores.masked_fill(own, float("-inf"))
        weights = torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1)
        return weights @ v
