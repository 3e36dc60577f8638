"""
form = "the window as a slice of the text"
"""

def cache_bytes(tokens, layers, kv_heads, head_dim, bytes_per_number, window):
    kept = len(range(tokens)[-window:]) if window else tokens
    return sum(2 * kv_heads * kept * head_dim for _ in range(layers)) * bytes_per_number
