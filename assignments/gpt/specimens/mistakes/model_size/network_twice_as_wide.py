"""
name = "the network widened by two"
name_zh = "前馈网络只加宽到两倍"
question = "How wide is a token between the two layers?"
question_zh = "两层之间的词元有多宽？"
"""

def model_size(cfg, bytes_per_number, tied):
    width, vocab = cfg["emb_dim"], cfg["vocab_size"]
    norm = 2 * width
    network = width * 2 * width + 2 * width + 2 * width * width + width
    attention = 4 * width * width + width + (3 * width if cfg["qkv_bias"] else 0)
    block = 2 * norm + network + attention
    head = 0 if tied else vocab * width
    tables = (vocab + cfg["context_length"]) * width
    count = tables + cfg["n_layers"] * block + norm + head
    return count, count * bytes_per_number / 2**20
