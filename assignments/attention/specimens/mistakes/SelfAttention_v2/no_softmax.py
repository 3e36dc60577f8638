"""
name = "scores used as weights"
name_zh = "直接把分数当作权重"
question = "Do the numbers that multiply the values add up to 1 in every row?"
question_zh = "与值相乘的那些数，每一行加起来是 1 吗？"
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
        weights = scores / k.size(-1) ** 0.5
        return torch.matmul(weights, v)
