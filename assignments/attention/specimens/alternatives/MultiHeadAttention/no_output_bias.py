"""
form = "out_proj without a bias, heads split by a method, query scaled"
"""

import torch.nn.functional as F


class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.head_dim, rest = divmod(d_out, num_heads)
        if rest:
            raise ValueError("the heads must have equal widths")
        self.num_heads = num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out, bias=False)
        self.rate = dropout

    def _split(self, t):
        return t.view(*t.shape[:2], self.num_heads, self.head_dim).transpose(1, 2)

    def forward(self, x):
        n = x.shape[1]
        q = self._split(self.W_query(x)) * self.head_dim**-0.5
        k, v = self._split(self.W_key(x)), self._split(self.W_value(x))
        later = torch.ones(n, n, device=x.device).triu(1).bool()
        weights = F.softmax((q @ k.mT).masked_fill(later, -torch.inf), dim=-1)
        weights = F.dropout(weights, p=self.rate, training=self.training)
        return self.out_proj((weights @ v).transpose(1, 2).flatten(-2))
