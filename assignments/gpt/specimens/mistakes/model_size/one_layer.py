"""
name = "one block only"
name_zh = "只数了一个残差块"
question = "How many blocks has the model?"
question_zh = "模型有几个残差块？"
"""

def model_size(cfg, bytes_per_number, tied):
    width, vocab = cfg["emb_dim"], cfg["vocab_size"]
    norm = 2 * width
    network = width * 4 * width + 4 * width + 4 * width * width + width
    attention = 4 * width * width + width + (3 * width if cfg["qkv_bias"] else 0)
    block = 2 * norm + network + attention
    head = 0 if tied else vocab * width
    tables = (vocab + cfg["context_length"]) * width
    count = tables + block + norm + head
    return count, count * bytes_per_number / 2**20
