"""
name = "layers not found under the required attribute names"
name_zh = "找不到题目写明的层"
question = "What are the layers called in the stub, and what has your module under those names?"
question_zh = "题目里这些层叫什么？在你的模块里，这些名字下面有什么？"
"""


class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        if d_out % num_heads != 0:
            raise ValueError(f"{num_heads} heads cannot share {d_out} columns")
        self.num_heads = num_heads
        self.head_width = d_out // num_heads
        self.qkv = nn.Linear(d_in, 3 * d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        future = torch.ones(context_length, context_length, dtype=torch.bool).triu(1)
        self.register_buffer("future", future)

    def split(self, t):
        batch, tokens, _ = t.shape
        return t.view(batch, tokens, self.num_heads, self.head_width).transpose(1, 2)

    def forward(self, x):
        batch, tokens, _ = x.shape
        q, k, v = (self.split(t.contiguous()) for t in self.qkv(x).chunk(3, dim=-1))
        scores = q @ k.transpose(2, 3) / self.head_width**0.5
        scores = scores.masked_fill(self.future[:tokens, :tokens], float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        weights = self.dropout(weights)
        context = (weights @ v).transpose(1, 2).reshape(batch, tokens, -1)
        return self.out_proj(context)
