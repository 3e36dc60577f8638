"""
form = "heads appended, torch.concat over dim 2"
"""

class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        while len(self.heads) < num_heads:
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        results = []
        for i in range(len(self.heads)):
            results.append(self.heads[i](x))
        return torch.concat(results, dim=2)
