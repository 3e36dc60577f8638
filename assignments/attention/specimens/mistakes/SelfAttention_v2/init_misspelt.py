"""
name = "a misspelt __init__"
name_zh = "__init__ 拼写错误"
question = "Letter by letter: which method does Python run when an object is made?"
question_zh = "请逐个字母核对：创建对象时，Python 会运行哪个方法？"
"""


class SelfAttention_v2(nn.Module):
    def __int__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)

    def forward(self, x):
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = torch.matmul(q, k.transpose(0, 1))
        weights = torch.softmax(scores / k.size(-1) ** 0.5, dim=-1)
        return torch.matmul(weights, v)
