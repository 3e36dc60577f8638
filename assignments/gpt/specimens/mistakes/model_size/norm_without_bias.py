"""
name = "a normalisation counted without its bias"
name_zh = "归一化没有数偏置"
question = "How many numbers are `weight` and `bias` together?"
question_zh = "`weight` 和 `bias` 一共有几个数？"
"""

def model_size(cfg, bytes_per_number, tied):
    width, vocab = cfg["emb_dim"], cfg["vocab_size"]
    norm = width
    network = width * 4 * width + 4 * width + 4 * width * width + width
    attention = 4 * width * width + width + (3 * width if cfg["qkv_bias"] else 0)
    block = 2 * norm + network + attention
    head = 0 if tied else vocab * width
    tables = (vocab + cfg["context_length"]) * width
    count = tables + cfg["n_layers"] * block + norm + head
    return count, count * bytes_per_number / 2**20
