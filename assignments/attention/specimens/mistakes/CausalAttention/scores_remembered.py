"""
name = "the scores of the first call, kept for every other"
name_zh = "第一次调用的分数被保留下来，之后一直使用"
question = "Call your module twice with different inputs: what does it compute anew?"
question_zh = "用不同的输入调用模块两次：哪些是重新计算的？"
"""


class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        future = torch.ones(context_length, context_length, dtype=torch.bool).triu(1)
        self.register_buffer("future", future)

    def forward(self, x):
        tokens = x.shape[1]
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        if not hasattr(self, "scores"):
            self.scores = q @ k.transpose(1, 2) / k.shape[-1] ** 0.5
        scores = self.scores.masked_fill(self.future[:tokens, :tokens], float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        weights = self.dropout(weights)
        return weights @ v
