"""
name = "scaling after the softmax"
name_zh = "在 softmax 之后才缩放"
question = "What do the weights of one row add up to just before they meet the values?"
question_zh = "一行权重在与值相乘之前，加起来是多少？"
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
        weights = torch.softmax(scores, dim=-1) / k.size(-1) ** 0.5
        return torch.matmul(weights, v)
