"""
name = "the notebook's inputs in place of the argument"
name_zh = "用了笔记本里的 inputs 而不是参数"
question = "When the module gets another sequence, which line of forward takes notice of it?"
question_zh = "换一个序列来调用模块时，forward 的哪一行会用到它？"
"""


class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)

    def forward(self, x):
        q, k, v = self.W_query(inputs), self.W_key(inputs), self.W_value(inputs)
        scores = torch.matmul(q, k.transpose(0, 1))
        weights = torch.softmax(scores / k.size(-1) ** 0.5, dim=-1)
        return torch.matmul(weights, v)
