"""
form = "a helper for linear layers"
"""

def linear(rows, columns, bias=True):
    return rows * columns + (rows if bias else 0)


def model_size(cfg, bytes_per_number, tied):
    d, v = cfg["emb_dim"], cfg["vocab_size"]
    attention = 3 * linear(d, d, cfg["qkv_bias"]) + linear(d, d)
    block = attention + linear(4 * d, d) + linear(d, 4 * d) + 4 * d
    total = v * d + cfg["context_length"] * d + cfg["n_layers"] * block + 2 * d
    if not tied:
        total += linear(v, d, False)
    return total, total * bytes_per_number / 1024 / 1024
