"""
form = "heads folded into the batch, bmm"
"""

class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        if d_out % num_heads:
            raise AssertionError("d_out must be divisible by num_heads")
        self.num_heads = num_heads
        self.head_dim = d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mask", torch.tril(torch.ones(context_length, context_length)))

    def fold(self, projected):
        b, t, _ = projected.shape
        split = projected.view(b, t, self.num_heads, self.head_dim).permute(0, 2, 1, 3)
        return split.reshape(b * self.num_heads, t, self.head_dim)

    def unfold(self, folded):
        bh, t, _ = folded.shape
        split = folded.view(bh // self.num_heads, self.num_heads, t, self.head_dim)
        return split.permute(0, 2, 1, 3).contiguous().view(-1, t, self.num_heads * self.head_dim)

    def forward(self, x):
        t = x.shape[1]
        q, k, v = self.fold(self.W_query(x)), self.fold(self.W_key(x)), self.fold(self.W_value(x))
        scores = torch.bmm(q, k.mT)
        scores = scores.masked_fill(self.mask[:t, :t] == 0, float("-inf"))
        weights = self.dropout(torch.softmax(scores / self.head_dim**0.5, dim=-1))
        return self.out_proj(self.unfold(torch.bmm(weights, v)))
