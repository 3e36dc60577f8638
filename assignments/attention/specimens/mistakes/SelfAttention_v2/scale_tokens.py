"""
name = "scores scaled by the number of tokens"
name_zh = "用词元数缩放分数"
question = "Should a longer sequence change how well two tokens match? What is under your root?"
question_zh = "序列变长时，两个词元的匹配程度应当改变吗？你的根号下是哪个大小？"
"""


class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)

    def forward(self, x):
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = torch.matmul(q, k.transpose(0, 1))
        weights = torch.softmax(scores / k.size(0) ** 0.5, dim=-1)
        return torch.matmul(weights, v)
