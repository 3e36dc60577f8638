"""
name = "hidden scores lowered by a fixed step"
name_zh = "被遮住的分数只降低了固定的数值"
question = "How large may a hidden score be before it is seen all the same?"
question_zh = "被遮住的分数要有多大，就仍然会被看到？"
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
        scores = scores - 30 * self.future[:tokens, :tokens]
        weights = torch.softmax(scores, dim=-1)
        weights = self.dropout(weights)
        return weights @ v
