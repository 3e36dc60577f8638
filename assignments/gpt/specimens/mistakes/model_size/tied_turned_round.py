"""
name = "`tied` turned round"
name_zh = "`tied` 的含义弄反了"
question = "When is the output layer's table counted?"
question_zh = "什么时候要数输出层的表？"
"""

def model_size(cfg, bytes_per_number, tied):
    width, vocab = cfg["emb_dim"], cfg["vocab_size"]
    norm = 2 * width
    network = width * 4 * width + 4 * width + 4 * width * width + width
    attention = 4 * width * width + width + (3 * width if cfg["qkv_bias"] else 0)
    block = 2 * norm + network + attention
    head = vocab * width if tied else 0
    tables = (vocab + cfg["context_length"]) * width
    count = tables + cfg["n_layers"] * block + norm + head
    return count, count * bytes_per_number / 2**20
