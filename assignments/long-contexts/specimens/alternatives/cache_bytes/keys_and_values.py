"""
form = "keys and values apart"
"""

def cache_bytes(tokens, layers, kv_heads, head_dim, bytes_per_number, window):
    if window is not None and window < tokens:
        tokens = window
    keys = tokens * layers * kv_heads * head_dim
    values = keys
    return (keys + values) * bytes_per_number
