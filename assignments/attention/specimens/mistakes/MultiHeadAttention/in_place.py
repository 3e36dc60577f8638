"""
name = "an argument changed in place"
name_zh = "就地修改了参数"
question = "What does the caller's tensor look like after the call?"
question_zh = "调用之后，调用者手里的张量变成了什么样？"
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
        x.transpose_(0, 1)
        tokens, batch, _ = x.shape
        q = self.split(self.W_query(x.transpose(0, 1)))
        k = self.split(self.W_key(x.transpose(0, 1)))
        v = self.split(self.W_value(x.transpose(0, 1)))
        scores = q @ k.transpose(2, 3) / self.head_width**0.5
        scores = scores.masked_fill(self.future[:tokens, :tokens], float("-inf"))
        weights = self.dropout(torch.softmax(scores, dim=-1))
        context = (weights @ v).transpose(1, 2).reshape(batch, tokens, -1)
        return self.out_proj(context)
