"""
name = "no return value"
name_zh = "没有返回值"
question = "What does the caller receive after the last line of forward has run, and which step of the text comes after that line?"
question_zh = "forward 的最后一行运行之后，调用者得到了什么？按正文，这一行之后还有哪一步？"
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
        context = torch.matmul(weights, v)
