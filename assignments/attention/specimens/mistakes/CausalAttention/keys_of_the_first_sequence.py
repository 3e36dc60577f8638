"""
name = "keys of the first sequence for all"
name_zh = "所有序列都用第一个序列的键"
question = "With whose tokens does the second sequence compare its own?"
question_zh = "第二个序列拿自己的词元和哪个序列的词元比较？"
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
        scores = q @ k[0].T / k.shape[-1] ** 0.5
        scores = scores.masked_fill(self.future[:tokens, :tokens], float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        weights = self.dropout(weights)
        return weights @ v
