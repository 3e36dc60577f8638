"""
name = "weights returned beside the context vectors"
name_zh = "把权重和上下文向量一起返回"
question = "How many things does forward return, and how many does the stub ask for?"
question_zh = "forward 返回了几样东西？题目要求的是几样？"
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
        weights = torch.softmax(scores / k.size(-1) ** 0.5, dim=-1)
        return torch.matmul(weights, v), weights
