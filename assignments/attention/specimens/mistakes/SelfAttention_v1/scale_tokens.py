"""
name = "scores scaled by the number of tokens"
name_zh = "用词元数缩放分数"
question = "Should a longer sequence change how well two tokens match? What is under your root?"
question_zh = "序列变长时，两个词元的匹配程度应当改变吗？你的根号下是哪个大小？"
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
        weights = torch.softmax(scores / k.shape[0] ** 0.5, dim=-1)
        return weights @ v
