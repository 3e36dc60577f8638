"""
name = "scores left unmasked"
name_zh = "没有遮住未来的分数"
question = "Print the scores that go into the softmax: has anything above the diagonal changed?"
question_zh = "打印进入 softmax 的分数：对角线上方的数真的变了吗？"
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
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = q @ k.transpose(1, 2) / k.shape[-1] ** 0.5
        weights = torch.softmax(scores, dim=-1)
        weights = self.dropout(weights)
        return weights @ v
