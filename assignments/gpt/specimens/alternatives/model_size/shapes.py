"""
form = "a list of all shapes"
"""

def model_size(cfg, bytes_per_number, tied):
    d, v = cfg["emb_dim"], cfg["vocab_size"]
    shapes = [(v, d), (cfg["context_length"], d), (d,), (d,)]
    for _ in range(cfg["n_layers"]):
        shapes += [(d,)] * 4 + [(d, d)] * 4 + [(d,)]
        shapes += [(4 * d, d), (4 * d,), (d, 4 * d), (d,)]
        shapes += [(d,)] * 3 if cfg["qkv_bias"] else []
    if not tied:
        shapes.append((v, d))
    count = sum(math.prod(shape) for shape in shapes)
    return count, count * bytes_per_number / 2**20
