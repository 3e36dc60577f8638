"""
form = "broadcast products instead of matrix products"
"""

class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        if d_out % num_heads != 0:
            raise Exception("indivisible")
        self.num_heads = num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        b, t, _ = x.shape
        q = self.W_query(x).view(b, t, 1, self.num_heads, -1)
        k = self.W_key(x).view(b, 1, t, self.num_heads, -1)
        v = self.W_value(x).view(b, 1, t, self.num_heads, -1)
        scores = (q * k).sum(-1) / q.shape[-1] ** 0.5  # (b, query, key, head)
        position = torch.arange(t, device=x.device)
        later = (position > position.unsqueeze(1)).unsqueeze(-1)
        weights = self.dropout(torch.softmax(scores.masked_fill(later, -torch.inf), dim=2))
        return self.out_proj((weights.unsqueeze(-1) * v).sum(dim=2).reshape(b, t, -1))
