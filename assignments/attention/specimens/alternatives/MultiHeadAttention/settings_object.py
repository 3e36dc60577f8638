"""
form = "settings in a dataclass, annotations, debug prints"
"""

import logging
from dataclasses import asdict, dataclass

log = logging.getLogger("attention")


@dataclass
class AttentionConfig:
    d_in: int
    d_out: int
    context_length: int
    dropout: float
    num_heads: int
    qkv_bias: bool

    def __post_init__(self) -> None:
        if self.d_out % self.num_heads != 0:
            raise ValueError(f"{self.d_out} % {self.num_heads} != 0")

    @property
    def head_dim(self) -> int:
        return self.d_out // self.num_heads


class MultiHeadAttention(nn.Module):
    def __init__(
        self,
        d_in: int,
        d_out: int,
        context_length: int,
        dropout: float,
        num_heads: int,
        qkv_bias: bool = False,
    ) -> None:
        super().__init__()
        self.config = AttentionConfig(d_in, d_out, context_length, dropout, num_heads, qkv_bias)
        print(asdict(self.config))
        self.W_query, self.W_key, self.W_value = (
            nn.Linear(d_in, d_out, bias=qkv_bias) for _ in range(3)
        )
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer(
            "mask", torch.triu(torch.full((context_length, context_length), -torch.inf), 1)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        b, num_tokens, _ = x.shape
        log.warning("forward with %d tokens", num_tokens)
        view = (b, num_tokens, self.config.num_heads, self.config.head_dim)
        keys = self.W_key(x).view(view).transpose(1, 2)
        queries = self.W_query(x).view(view).transpose(1, 2)
        values = self.W_value(x).view(view).transpose(1, 2)
        attn_scores = queries @ keys.transpose(2, 3) * self.config.head_dim**-0.5
        attn_scores += self.mask[:num_tokens, :num_tokens]
        print("scores:", attn_scores.shape)
        context = self.dropout(attn_scores.softmax(dim=-1)) @ values
        return self.out_proj(context.transpose(1, 2).flatten(start_dim=2))
