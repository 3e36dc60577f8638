"""
name = "the batch strung into one sequence"
name_zh = "整个批次连成了一个序列"
question = "May a token of the second sequence look at the first sequence?"
question_zh = "第二个序列的词元可以看到第一个序列吗？"
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
        batch, tokens, width = x.shape
        x = x.reshape(batch * tokens, width)
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = q @ k.T / k.shape[-1] ** 0.5
        future = torch.ones_like(scores).triu(1).bool()
        scores = scores.masked_fill(future, float("-inf"))
        weights = self.dropout(torch.softmax(scores, dim=-1))
        return (weights @ v).view(batch, tokens, -1)
