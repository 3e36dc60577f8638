"""
name = "a mask of ones added to the scores"
name_zh = "把全 1 的掩码加到分数上"
question = "By how much does adding your mask change a score, and what does that do to its weight?"
question_zh = "加上掩码之后分数改变了多少？权重又会怎样？"
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
        scores = scores + self.future[:tokens, :tokens]
        weights = torch.softmax(scores, dim=-1)
        weights = self.dropout(weights)
        return weights @ v
