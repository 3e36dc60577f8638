"""
name = "hidden scores set to about zero"
name_zh = "用零或接近零的数代替了负无穷"
question = "What weight does the softmax give to a score of 0?"
question_zh = "softmax 会给分数 0 多大的权重？"
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
        scores = scores.masked_fill(self.future[:tokens, :tokens], 0.0)
        weights = torch.softmax(scores, dim=-1)
        weights = self.dropout(weights)
        return weights @ v
