"""
name = "layers not found under the required attribute names"
name_zh = "找不到题目写明的层"
question = "What are the layers called in the stub, and what has your module under those names?"
question_zh = "题目里这些层叫什么？在你的模块里，这些名字下面有什么？"
"""


class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.d_in = d_in
        self.d_out = d_out

    def forward(self, x):
        W_query = nn.Parameter(torch.randn(self.d_in, self.d_out))
        W_key = nn.Parameter(torch.randn(self.d_in, self.d_out))
        W_value = nn.Parameter(torch.randn(self.d_in, self.d_out))
        q, k, v = x @ W_query, x @ W_key, x @ W_value
        weights = torch.softmax(q @ k.T / self.d_out**0.5, dim=-1)
        return weights @ v
