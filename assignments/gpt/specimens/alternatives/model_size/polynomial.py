"""
form = "one polynomial of the width"
"""

def model_size(cfg, bytes_per_number, tied):
    d, bias = cfg["emb_dim"], int(cfg["qkv_bias"])
    block = 12 * d**2 + (10 + 3 * bias) * d
    tables = cfg["vocab_size"] * (2 - bool(tied)) + cfg["context_length"]
    count = cfg["n_layers"] * block + (tables + 2) * d
    return (count, bytes_per_number * count / (1 << 20))
