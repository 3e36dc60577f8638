"""
name = "bare parameters in version 2"
name_zh = "第 2 版用了裸参数"
question = "What is W_query in this version: a matrix, or a layer that holds one?"
question_zh = "在这一版里，W_query 是矩阵，还是装着矩阵的层？"
"""


class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out))

    def forward(self, x):
        q, k, v = x @ self.W_query, x @ self.W_key, x @ self.W_value
        weights = torch.softmax(q @ k.T / k.size(-1) ** 0.5, dim=-1)
        return weights @ v
