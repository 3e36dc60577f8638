"""
name = "one bias for query, key and value together"
name_zh = "查询、键、值合起来只数了一个偏置"
question = "How many layers does `qkv_bias` speak of?"
question_zh = "`qkv_bias` 说的是几个层？"
"""

def model_size(cfg, bytes_per_number, tied):
    width, vocab = cfg["emb_dim"], cfg["vocab_size"]
    norm = 2 * width
    network = width * 4 * width + 4 * width + 4 * width * width + width
    attention = 4 * width * width + width + (width if cfg["qkv_bias"] else 0)
    block = 2 * norm + network + attention
    head = 0 if tied else vocab * width
    tables = (vocab + cfg["context_length"]) * width
    count = tables + cfg["n_layers"] * block + norm + head
    return count, count * bytes_per_number / 2**20
