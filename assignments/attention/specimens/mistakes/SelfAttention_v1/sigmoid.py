"""
name = "sigmoid in the place of softmax"
name_zh = "用 sigmoid 代替了 softmax"
question = "Do the weights of one token compete with each other, or is each found on its own?"
question_zh = "一个词元的各个权重是相互竞争的，还是各算各的？"
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
        weights = torch.sigmoid(scores / k.shape[-1] ** 0.5)
        return weights @ v
