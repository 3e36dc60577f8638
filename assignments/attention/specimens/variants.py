"""Other forms of an answer that the contract allows: `out_proj` has a bias or none; in exercises 3.2
and 3.3 the dropout rate and `qkv_bias` are free.
"""

import re
from collections.abc import Iterator

BIASED = "self.out_proj = nn.Linear(d_out, d_out)"
PLAIN = "self.out_proj = nn.Linear(d_out, d_out, bias=False)"
RATE = re.compile(r"(MultiHeadAttention\w*\((?:[^,()]+, ){3})0\.[01]([^()]*)\)")
"""The fourth argument of a module that is made, and those behind it."""
FREE = (("0.0", ""), ("0.1", ""), ("0.2", ""), ("0.5", ""), ("0.0", ", qkv_bias=True"),
        ("0.1", ", qkv_bias=True"))  # fmt: skip


def variants(part: str, source: str) -> Iterator[str]:
    """The source of an answer to `part` in its other forms."""
    if part == "MultiHeadAttention" and BIASED in source:
        yield source.replace(BIASED, PLAIN)
    for rate, bias in FREE if part in ("exercise_3_2", "exercise_3_3") else ():
        other = RATE.sub(rf"\g<1>{rate}\g<2>{bias})", source)
        if other != source:
            yield other
