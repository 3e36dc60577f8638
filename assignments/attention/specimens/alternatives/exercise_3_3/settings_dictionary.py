"""
form = "a dictionary of settings, the width computed"
"""

GPT2_SMALL = {"emb_dim": 12 * 64, "n_heads": 12, "context_length": 2**10, "drop_rate": 0.1}


def gpt2_small_attention(cfg=GPT2_SMALL):
    return MultiHeadAttention(
        cfg["emb_dim"], cfg["emb_dim"], cfg["context_length"], cfg["drop_rate"], cfg["n_heads"]
    )
