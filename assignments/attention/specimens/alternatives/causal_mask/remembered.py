"""
form = "remembered by lru_cache, lower triangle inverted"
"""

from functools import lru_cache


@lru_cache(maxsize=None)
def causal_mask(num_tokens):
    """每个位置只能看到自己和之前的位置。"""
    return ~torch.ones((num_tokens, num_tokens)).tril().bool()
