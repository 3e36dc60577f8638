"""
name = "the values stand in the place of the queries"
name_zh = "值占了查询的位置"
question = "Which of the three makes the rows of the scores: whose layer and whose variable stand there?"
question_zh = "三者中哪一个决定分数的行？那里写的是谁的层、谁的变量？"
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
        scores = v @ k.T
        weights = torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1)
        return weights @ v
