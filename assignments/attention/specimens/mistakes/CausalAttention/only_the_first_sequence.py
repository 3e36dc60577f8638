"""
name = "only the first sequence worked on"
name_zh = "只处理了第一个序列"
question = "How often does the loop run before forward is left?"
question_zh = "在离开 forward 之前，循环运行了几次？"
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
        for sequence in x:
            q, k, v = self.W_query(sequence), self.W_key(sequence), self.W_value(sequence)
            scores = q @ k.T / k.shape[-1] ** 0.5
            scores = scores.masked_fill(self.future[:tokens, :tokens], float("-inf"))
            weights = self.dropout(torch.softmax(scores, dim=-1))
            return weights @ v
