"""
name = "dropout on the values, not the weights"
name_zh = "对值而不是权重做 dropout"
question = "Which tensor goes into dropout, and what does one entry of it stand for?"
question_zh = "进入 dropout 的是哪个张量？它的一个元素代表什么？"
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
        v = self.dropout(self.split(self.W_value(x)))
        scores = q @ k.transpose(2, 3) / self.head_width**0.5
        scores = scores.masked_fill(self.future[:tokens, :tokens], float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        context = (weights @ v).transpose(1, 2).reshape(batch, tokens, -1)
        return self.out_proj(context)
