"""
name = "minus infinity among the weights"
name_zh = "权重里出现了负无穷"
question = "At the place where your mask is applied, are the numbers still scores?"
question_zh = "在你加掩码的地方，那些数还是分数吗？"
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
        scores = q @ k.transpose(1, 2) / k.shape[-1] ** 0.5
        weights = torch.softmax(scores, dim=-1)
        weights = weights.masked_fill(self.future[:tokens, :tokens], float("-inf"))
        weights = self.dropout(weights)
        return weights @ v
