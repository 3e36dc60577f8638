"""
form = "for one token first"
"""

def cache_bytes(tokens, layers, kv_heads, head_dim, bytes_per_number, window):
    one = 2 * kv_heads * head_dim * bytes_per_number * layers
    return one * tokens if window is None else one * min(window, tokens)
