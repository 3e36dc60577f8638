"""
name = "softmax over the heads in place of the keys"
name_zh = "沿头而不是键的维度做了 softmax"
question = "Which dimension of the four has number 1, and do the heads share one attention?"
question_zh = "四个维度中，编号 1 的是哪一个？各个头共用一份注意力吗？"
"""


class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        if d_out % num_heads != 0:
            raise ValueError(f"{num_heads} heads cannot share {d_out} columns")
        self.num_heads = num_heads
        self.head_width = d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        future = torch.ones(context_length, context_length, dtype=torch.bool).triu(1)
        self.register_buffer("future", future)

    def split(self, t):
        batch, tokens, _ = t.shape
        return t.view(batch, tokens, self.num_heads, self.head_width).transpose(1, 2)

    def forward(self, x):
        batch, tokens, _ = x.shape
        q = self.split(self.W_query(x))
        k = self.split(self.W_key(x))
        v = self.split(self.W_value(x))
        scores = q @ k.transpose(2, 3) / self.head_width**0.5
        scores = scores.masked_fill(self.future[:tokens, :tokens], -1e9)
        weights = torch.softmax(scores, dim=1)
        weights = self.dropout(weights)
        context = (weights @ v).transpose(1, 2).reshape(batch, tokens, -1)
        return self.out_proj(context)
