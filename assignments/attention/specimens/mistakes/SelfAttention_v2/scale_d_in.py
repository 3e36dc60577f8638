"""
name = "scores scaled by the input width"
name_zh = "用输入宽度缩放分数"
question = "Which two vectors are multiplied to make one score, and how wide are they?"
question_zh = "一个分数是由哪两个向量相乘得到的？它们有多宽？"
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
        weights = torch.softmax(scores / x.size(-1) ** 0.5, dim=-1)
        return torch.matmul(weights, v)
