"""
form = "F.dropout told whether the module is training"
"""

import torch.nn.functional as F


class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.p = dropout
        self.W_query = nn.Linear(d_in, d_out, qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, qkv_bias)
        mask = 1 - torch.tril(torch.ones(context_length, context_length, dtype=torch.int8))
        self.register_buffer("mask", mask)

    def forward(self, x):
        T = x.shape[-2]
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        s = q.matmul(k.transpose(-1, -2)).mul(k.shape[-1] ** -0.5)
        s = s.masked_fill(self.mask[:T, :T].bool(), -1e9)
        w = F.dropout(F.softmax(s, dim=-1), self.p, training=self.training)
        return w.matmul(v)
