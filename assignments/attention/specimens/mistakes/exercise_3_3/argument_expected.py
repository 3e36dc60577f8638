"""
name = "an argument that nobody passes"
name_zh = "多了一个没有人传入的参数"
question = "With which arguments is this function called?"
question_zh = "调用这个函数时会传入哪些参数？"
"""

def gpt2_small_attention(config):
    return MultiHeadAttention(
        config["emb_dim"], config["emb_dim"], config["context_length"], 0.1, config["n_heads"]
    )
