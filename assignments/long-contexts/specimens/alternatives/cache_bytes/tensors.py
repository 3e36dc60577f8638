"""
form = "tensors without memory"
"""

def cache_bytes(tokens, layers, kv_heads, head_dim, bytes_per_number, window):
    kept = tokens if window is None else min(tokens, window)
    cache = torch.empty(layers, 2, kv_heads, kept, head_dim, device="meta")
    return cache.numel() * bytes_per_number
