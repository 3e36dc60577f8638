"""
name = "biases that the configuration leaves out"
name_zh = "数了配置里没有的偏置"
question = "What is `qkv_bias` in the toy configuration?"
question_zh = "玩具配置里的 `qkv_bias` 是什么？"
"""

def model_size(cfg, bytes_per_number, tied):
    width, vocab = cfg["emb_dim"], cfg["vocab_size"]
    norm = 2 * width
    network = width * 4 * width + 4 * width + 4 * width * width + width
    attention = 4 * width * width + width + 3 * width
    block = 2 * norm + network + attention
    head = 0 if tied else vocab * width
    tables = (vocab + cfg["context_length"]) * width
    count = tables + cfg["n_layers"] * block + norm + head
    return count, count * bytes_per_number / 2**20
