"""
form = "heads stacked in front, smallest number instead of -inf"
"""

import torch.nn.functional as F


class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout=0.0, num_heads=1, qkv_bias=False):
        super(MultiHeadAttention, self).__init__()
        if num_heads < 1 or d_out % num_heads:
            raise ValueError("d_out % num_heads must be 0")
        self.num_heads = num_heads
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.attn_dropout = nn.Dropout(dropout)
        self.register_buffer("visible", torch.ones(context_length, context_length).tril().bool())

    def heads_of(self, projected):
        return torch.stack(torch.tensor_split(projected, self.num_heads, dim=-1))

    def forward(self, x):
        T = x.shape[1]
        q, k, v = map(self.heads_of, (self.W_query(x), self.W_key(x), self.W_value(x)))
        scores = q @ k.transpose(2, 3) / k.shape[-1] ** 0.5
        hidden = ~self.visible[:T, :T]
        scores = scores.masked_fill(hidden, torch.finfo(scores.dtype).min)
        context = self.attn_dropout(F.softmax(scores, -1)) @ v
        return self.out_proj(torch.cat(list(context), dim=-1))
