"""
form = "a dataclass of settings unpacked"
"""

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Small:
    d_in: int = 768
    d_out: int = 768
    context_length: int = 1024
    dropout: float = 0.0
    num_heads: int = 12


def gpt2_small_attention():
    return MultiHeadAttention(**asdict(Small()))
