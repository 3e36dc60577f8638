"""
form = "one product with joined weights, extra constructor parameters"
"""

import torch.nn.functional as F


class CausalAttention(nn.Module):
    def __init__(
        self, d_in, d_out, context_length, dropout, qkv_bias=False, init_std=0.02, name="head"
    ):
        super().__init__()
        self.name = name
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        for layer in self.layers():
            nn.init.normal_(layer.weight, std=init_std)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mask", torch.ones(context_length, context_length).triu(1).int())

    def layers(self):
        return self.W_query, self.W_key, self.W_value

    def forward(self, x):
        weight = torch.cat([layer.weight for layer in self.layers()])
        bias = None
        if self.W_query.bias is not None:
            bias = torch.concat([layer.bias for layer in self.layers()])
        q, k, v = F.linear(x, weight, bias).split(self.W_query.out_features, dim=-1)
        T = x.shape[1]
        scores = (q @ k.mT).masked_fill(self.mask[:T, :T] == 1, -torch.inf)
        return self.dropout((scores / q.shape[-1] ** 0.5).softmax(-1)) @ v
