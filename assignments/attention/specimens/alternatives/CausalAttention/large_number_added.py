"""
form = "an upper triangle times -1e9 added, bmm"
"""

import numpy as np


class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.d_out = d_out
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        upper = torch.triu(torch.ones(context_length, context_length), diagonal=1)
        self.register_buffer("mask", upper)

    def forward(self, x):
        num_tokens = x.shape[1]
        attn_scores = torch.bmm(self.W_query(x), self.W_key(x).permute(0, 2, 1))
        attn_scores = attn_scores / np.sqrt(self.d_out)
        attn_scores = attn_scores + self.mask[:num_tokens, :num_tokens] * -1e9
        attn_weights = self.dropout(nn.Softmax(dim=2)(attn_scores))
        return torch.bmm(attn_weights, self.W_value(x))
