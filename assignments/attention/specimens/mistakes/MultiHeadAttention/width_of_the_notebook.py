"""
name = "a head width fixed at that of the example"
name_zh = "头的宽度固定为示例中的值"
question = "Which width stands under your root when the module is made with other sizes?"
question_zh = "用别的大小创建模块时，你的根号下是哪个宽度？"
"""

# %%
head_dim = 2

# %%
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
        scores = q @ k.transpose(2, 3) / head_dim**0.5
        scores = scores.masked_fill(self.future[:tokens, :tokens], float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        weights = self.dropout(weights)
        context = (weights @ v).transpose(1, 2).reshape(batch, tokens, -1)
        return self.out_proj(context)
