"""
form = "splitting and joining in functions of a helper cell"
"""

def split_heads(t, num_heads):
    """(B, T, D) -> (B, H, T, D / H)"""
    b, n, d = t.shape
    return t.view(b, n, num_heads, d // num_heads).transpose(1, 2)


def join_heads(t):
    """(B, H, T, D / H) -> (B, T, D)"""
    b, h, n, d = t.shape
    return t.transpose(1, 2).contiguous().view(b, n, h * d)


def attend(q, k, v, hidden, dropout=lambda weights: weights):
    scores = q @ k.transpose(2, 3)
    scores = scores.masked_fill(hidden, -torch.inf)
    return dropout(torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1)) @ v


# %%
class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        if d_out // num_heads * num_heads != d_out:
            raise RuntimeError("d_out is no multiple of num_heads")
        self.num_heads = num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mask", causal_mask(context_length).bool(), persistent=False)

    def forward(self, x):
        n = x.shape[1]
        layers = (self.W_query, self.W_key, self.W_value)
        parts = (split_heads(layer(x), self.num_heads) for layer in layers)
        return self.out_proj(join_heads(attend(*parts, self.mask[:n, :n], self.dropout)))
