"""
form = "a tril buffer compared with zero, masked_fill in place"
"""

import math

import torch.nn.functional as F


class CausalAttention(nn.Module):
    """One head of masked attention; F.scaled_dot_product_attention would do the same."""

    def __init__(self, d_in, d_out, context_length, dropout=0.1, qkv_bias=False):
        super(CausalAttention, self).__init__()
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.register_buffer("tril", torch.tril(torch.ones(context_length, context_length)))
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        B, T, C = x.shape
        k = self.W_key(x)
        q = self.W_query(x)
        # not allowed: return F.scaled_dot_product_attention(q, k, self.W_value(x), is_causal=True)
        wei = q @ k.transpose(1, 2) / math.sqrt(k.size(-1))
        wei.masked_fill_(self.tril[:T, :T] == 0, float("-inf"))
        wei = F.softmax(wei, dim=-1)
        wei = self.dropout(wei)
        return wei @ self.W_value(x)
