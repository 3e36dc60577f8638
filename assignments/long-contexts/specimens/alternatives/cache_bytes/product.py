"""
form = "the product of a list"
"""

def cache_bytes(tokens, layers, kv_heads, head_dim, bytes_per_number, window):
    kept = min(tokens, window or tokens)
    return math.prod([2, kept, layers, kv_heads, head_dim, bytes_per_number])
