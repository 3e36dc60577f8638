"""
form = "an alias of CausalAttention in a helper cell"
"""

Head = CausalAttention
print(Head.__name__)
# %%
from functools import reduce


class MultiHeadAttentionWrapper(nn.Module):
    """多个因果注意力头，输出依次拼接。"""

    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList(
            [Head(d_in, d_out, context_length, dropout, qkv_bias) for _ in range(num_heads)]
        )

    def forward(self, x):
        return reduce(lambda left, head: torch.cat((left, head(x)), -1), self.heads, x[..., :0])
