"""
name = "the last normalisation is not counted"
name_zh = "没有数最后的归一化"
question = "What stands between the last block and the output layer?"
question_zh = "最后一个残差块和输出层之间是什么？"
"""

def model_size(cfg, bytes_per_number, tied):
    width, vocab = cfg["emb_dim"], cfg["vocab_size"]
    norm = 2 * width
    network = width * 4 * width + 4 * width + 4 * width * width + width
    attention = 4 * width * width + width + (3 * width if cfg["qkv_bias"] else 0)
    block = 2 * norm + network + attention
    head = 0 if tied else vocab * width
    tables = (vocab + cfg["context_length"]) * width
    count = tables + cfg["n_layers"] * block + head
    return count, count * bytes_per_number / 2**20
