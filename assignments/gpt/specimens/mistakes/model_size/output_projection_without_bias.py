"""
name = "the bias of attention's output layer is not counted"
name_zh = "没有数注意力输出层的偏置"
question = "Which layer of the given attention always has a bias?"
question_zh = "给定的注意力里哪个层总是有偏置？"
"""

def model_size(cfg, bytes_per_number, tied):
    width, vocab = cfg["emb_dim"], cfg["vocab_size"]
    norm = 2 * width
    network = width * 4 * width + 4 * width + 4 * width * width + width
    attention = 4 * width * width + (3 * width if cfg["qkv_bias"] else 0)
    block = 2 * norm + network + attention
    head = 0 if tied else vocab * width
    tables = (vocab + cfg["context_length"]) * width
    count = tables + cfg["n_layers"] * block + norm + head
    return count, count * bytes_per_number / 2**20
