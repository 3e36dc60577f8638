"""
name = "scores divided by the whole width"
name_zh = "分数除以了整个宽度"
question = "How fast do dot products grow with the width, and how fast does your divisor?"
question_zh = "点积随宽度增长得多快？你的除数又增长得多快？"
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
        weights = torch.softmax(scores / k.size(-1), dim=-1)
        return torch.matmul(weights, v)
