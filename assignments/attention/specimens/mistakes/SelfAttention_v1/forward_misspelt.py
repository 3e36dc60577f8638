"""
name = "no method of the name `forward`"
name_zh = "没有名为 `forward` 的方法"
question = "Which method does PyTorch look for when a module is called? Is it there, letter by letter?"
question_zh = "调用模块时，PyTorch 会找哪个方法？你写了它吗，每个字母都对吗？"
"""


class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.randn(d_in, d_out))
        self.W_key = nn.Parameter(torch.randn(d_in, d_out))
        self.W_value = nn.Parameter(torch.randn(d_in, d_out))

    def foward(self, x):
        q = x @ self.W_query
        k = x @ self.W_key
        v = x @ self.W_value
        scores = q @ k.T
        weights = torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1)
        return weights @ v
