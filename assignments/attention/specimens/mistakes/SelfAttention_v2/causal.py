"""
name = "later tokens hidden already"
name_zh = "提前遮住了后面的词元"
question = "Which tokens may a token look at in this section, before causal attention comes up?"
question_zh = "在讲到因果注意力之前，本节里的词元可以看到哪些词元？"
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
        future = torch.ones_like(scores).triu(1).bool()
        scores = scores.masked_fill(future, float("-inf"))
        weights = torch.softmax(scores / k.size(-1) ** 0.5, dim=-1)
        return torch.matmul(weights, v)
