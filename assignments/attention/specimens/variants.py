"""Other forms of an answer that the contract allows: `out_proj` has a bias or none."""

from collections.abc import Iterator

BIASED = "self.out_proj = nn.Linear(d_out, d_out)"
PLAIN = "self.out_proj = nn.Linear(d_out, d_out, bias=False)"


def variants(part: str, source: str) -> Iterator[str]:
    """The source of an answer to `part` in its other forms."""
    if part == "MultiHeadAttention" and BIASED in source:
        yield source.replace(BIASED, PLAIN)
