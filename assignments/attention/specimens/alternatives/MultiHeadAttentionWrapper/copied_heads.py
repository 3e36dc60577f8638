"""
form = "one head copied, each copy with weights of its own"
"""

import copy


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        first = CausalAttention(d_in, d_out, context_length, dropout, qkv_bias)
        self.heads = nn.ModuleList(copy.deepcopy(first) for _ in range(num_heads))
        for head in self.heads:
            for parameter in head.parameters():
                nn.init.normal_(parameter, std=0.1)

    def forward(self, x):
        return torch.cat([head(x) for head in self.heads], dim=-1)
