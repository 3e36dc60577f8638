"""
name = "`tied` is ignored"
name_zh = "忽略了 `tied`"
question = "How many tables of `vocab_size` rows are left if they are shared?"
question_zh = "共用之后还剩几张 `vocab_size` 行的表？"
"""

def model_size(cfg, bytes_per_number, tied):
    width, vocab = cfg["emb_dim"], cfg["vocab_size"]
    norm = 2 * width
    network = width * 4 * width + 4 * width + 4 * width * width + width
    attention = 4 * width * width + width + (3 * width if cfg["qkv_bias"] else 0)
    block = 2 * norm + network + attention
    head = vocab * width
    tables = (vocab + cfg["context_length"]) * width
    count = tables + cfg["n_layers"] * block + norm + head
    return count, count * bytes_per_number / 2**20
