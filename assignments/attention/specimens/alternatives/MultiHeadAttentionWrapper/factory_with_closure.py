"""
form = "a factory in a helper cell that remembers the class"
"""

def factory(kind):
    def make(*args, **kwargs):
        return kind(*args, **kwargs)

    return make


make_head = factory(CausalAttention)
# %%
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        make = make_head
        self.heads = nn.ModuleList()
        for number in range(num_heads):
            self.heads.insert(number, make(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        contexts = tuple(head(x) for head in self.heads)
        return torch.cat(contexts, 2)
