"""
name = "scores enlarged by the scale"
name_zh = "缩放反而放大了分数"
question = "Are the scores closer to zero after your scaling, or farther away?"
question_zh = "经过你的缩放，分数离零更近了还是更远了？"
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
        weights = torch.softmax(scores * k.size(-1) ** 0.5, dim=-1)
        return torch.matmul(weights, v)
