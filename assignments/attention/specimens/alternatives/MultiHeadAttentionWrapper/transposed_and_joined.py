"""
form = "outputs joined along the first dimension of their transposes"
"""

class MultiHeadAttentionWrapper(nn.Module):
    def __init__(
        self,
        d_in: int,
        d_out: int,
        context_length: int,
        dropout: float = 0.0,
        num_heads: int = 2,
        qkv_bias: bool = False,
    ) -> None:
        super().__init__()
        settings = dict(context_length=context_length, dropout=dropout, qkv_bias=qkv_bias)
        self.total_width: int = num_heads * d_out
        self.heads = nn.ModuleList(
            map(lambda _: CausalAttention(d_in, d_out, **settings), range(num_heads))
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        joined = torch.hstack([head(x).transpose(1, 2) for head in self.heads])
        print("joined:", joined.shape)
        return joined.transpose(1, 2).contiguous()
