"""
name = "weights read through .data"
name_zh = "通过 .data 读取权重"
question = "What does autograd know about a tensor that was taken out of .data?"
question_zh = "对于从 .data 取出的张量，autograd 知道些什么？"
"""


class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.randn(d_in, d_out))
        self.W_key = nn.Parameter(torch.randn(d_in, d_out))
        self.W_value = nn.Parameter(torch.randn(d_in, d_out))

    def forward(self, x):
        q = x @ self.W_query.data
        k = x @ self.W_key.data
        v = x @ self.W_value
        scores = q @ k.T
        weights = torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1)
        return weights @ v
