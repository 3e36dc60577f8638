"""
name = "parent class never initialised"
name_zh = "没有初始化父类"
question = "What must nn.Module prepare before it can take in a layer, and when may it do so?"
question_zh = "nn.Module 在接收层之前要准备什么？它什么时候有机会准备？"
"""


class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        self.W_query = nn.Parameter(torch.randn(d_in, d_out))
        self.W_key = nn.Parameter(torch.randn(d_in, d_out))
        self.W_value = nn.Parameter(torch.randn(d_in, d_out))

    def forward(self, x):
        q = x @ self.W_query
        k = x @ self.W_key
        v = x @ self.W_value
        scores = q @ k.T
        weights = torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1)
        return weights @ v
