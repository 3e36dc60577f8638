"""
form = "chunk into heads, a loop over them, torch.cat"
"""

import math


class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        assert d_out % num_heads == 0, "d_out must be divisible by num_heads"
        self.num_heads = num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mask", torch.triu(torch.ones(context_length, context_length), 1))

    def forward(self, x):
        T = x.size(1)
        hidden = self.mask[:T, :T].bool()
        queries = self.W_query(x).chunk(self.num_heads, dim=-1)
        keys = self.W_key(x).chunk(self.num_heads, dim=-1)
        values = self.W_value(x).chunk(self.num_heads, dim=-1)
        contexts = []
        for q, k, v in zip(queries, keys, values):
            scores = q @ k.transpose(1, 2) / math.sqrt(k.size(-1))
            scores.masked_fill_(hidden, -torch.inf)
            contexts.append(self.dropout(torch.softmax(scores, dim=-1)) @ v)
        return self.out_proj(torch.cat(contexts, dim=-1))
