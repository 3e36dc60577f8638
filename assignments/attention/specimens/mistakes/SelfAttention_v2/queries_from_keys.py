"""
name = "the keys stand in the place of the queries"
name_zh = "键占了查询的位置"
question = "Which of the three makes the rows of the scores: whose layer and whose variable stand there?"
question_zh = "三者中哪一个决定分数的行？那里写的是谁的层、谁的变量？"
"""


class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)

    def forward(self, x):
        q, k, v = self.W_key(x), self.W_key(x), self.W_value(x)
        scores = torch.matmul(q, k.transpose(0, 1))
        weights = torch.softmax(scores / k.size(-1) ** 0.5, dim=-1)
        return torch.matmul(weights, v)
