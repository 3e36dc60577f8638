"""
name = "one layer not found under its attribute name"
name_zh = "有一个层不在题目写明的名称下"
question = "Compare the three names with those of the exercise, letter by letter: which one differs?"
question_zh = "把三个名称与练习逐字对照：哪一个不同？"
"""


class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_values = nn.Linear(d_in, d_out, bias=qkv_bias)

    def forward(self, x):
        q, k, v = self.W_query(x), self.W_key(x), self.W_values(x)
        scores = torch.matmul(q, k.transpose(0, 1))
        weights = torch.softmax(scores / k.size(-1) ** 0.5, dim=-1)
        return torch.matmul(weights, v)
