"""
form = "defined in an added cell without a mask, then again"
"""

class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.qkv = nn.Linear(d_in, 3 * d_out)

    def forward(self, x):
        return self.qkv(x)


# %%
class MultiHeadAttention(nn.Module):
    """多头注意力：先投影，再分头，最后合并。"""

    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        assert d_out % num_heads == 0, "d_out 必须能被 num_heads 整除"
        self.头数 = num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("掩码", torch.triu(torch.ones(context_length, context_length), 1))

    def 分头(self, 张量):
        return 张量.unflatten(2, (self.头数, 张量.shape[2] // self.头数)).transpose(1, 2)

    def forward(self, x):
        n = x.shape[1]
        查询, 键, 值 = (self.分头(层(x)) for 层 in (self.W_query, self.W_key, self.W_value))
        分数 = (查询 @ 键.transpose(2, 3)).masked_fill(self.掩码.bool()[:n, :n], -torch.inf)
        权重 = self.dropout(torch.softmax(分数 / 键.shape[-1] ** 0.5, dim=-1))
        return self.out_proj((权重 @ 值).transpose(1, 2).flatten(2))
