"""
form = "prints, warnings and stderr in forward and at the top level"
"""

import sys
import warnings


class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        print(f"CausalAttention({d_in}, {d_out}, {context_length}, {dropout})")
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mask", torch.triu(torch.ones(context_length, context_length), 1))

    def forward(self, x):
        b, num_tokens, d_in = x.shape
        print("x", tuple(x.shape))
        if num_tokens < self.mask.shape[0]:
            warnings.warn(f"only {num_tokens} tokens")
        keys, queries, values = self.W_key(x), self.W_query(x), self.W_value(x)
        attn_scores = queries @ keys.transpose(1, 2)
        print("scores", attn_scores.shape, file=sys.stderr)
        hidden = self.mask.bool()[:num_tokens, :num_tokens]
        attn_scores = attn_scores.masked_fill(hidden, -torch.inf)
        attn_weights = torch.softmax(attn_scores / keys.shape[-1] ** 0.5, dim=-1)
        return self.dropout(attn_weights) @ values


batch = torch.stack((inputs, inputs), dim=0)
print(CausalAttention(3, 2, batch.shape[1], 0.0)(batch))
