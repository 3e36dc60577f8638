"""
name = "the network's biases are not counted"
name_zh = "没有数前馈网络的偏置"
question = "Does a linear layer have a bias unless told otherwise?"
question_zh = "不另外说明时，线性层有偏置吗？"
"""

def model_size(cfg, bytes_per_number, tied):
    width, vocab = cfg["emb_dim"], cfg["vocab_size"]
    norm = 2 * width
    network = 8 * width * width
    attention = 4 * width * width + width + (3 * width if cfg["qkv_bias"] else 0)
    block = 2 * norm + network + attention
    head = 0 if tied else vocab * width
    tables = (vocab + cfg["context_length"]) * width
    count = tables + cfg["n_layers"] * block + norm + head
    return count, count * bytes_per_number / 2**20
