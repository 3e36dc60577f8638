"""
name = "weights of the layers taken, biases forgotten"
name_zh = "用了层的权重却漏了偏置"
question = "What else does nn.Linear do besides multiplying with its weight?"
question_zh = "除了乘以权重，nn.Linear 还做了什么？"
"""


class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)

    def forward(self, x):
        q = x @ self.W_query.weight.T
        k = x @ self.W_key.weight.T
        v = x @ self.W_value.weight.T
        scores = torch.matmul(q, k.transpose(0, 1))
        weights = torch.softmax(scores / k.size(-1) ** 0.5, dim=-1)
        return torch.matmul(weights, v)
