"""
name = "scores scaled by the input width"
name_zh = "用输入宽度缩放分数"
question = "Which two vectors are multiplied to make one score, and how wide are they?"
question_zh = "一个分数是由哪两个向量相乘得到的？它们有多宽？"
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
        weights = torch.softmax(scores / x.shape[-1] ** 0.5, dim=-1)
        return weights @ v
