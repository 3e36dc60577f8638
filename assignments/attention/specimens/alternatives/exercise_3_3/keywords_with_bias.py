"""
form = "keywords, dropout and biases as in GPT-2"
"""

def gpt2_small_attention():
    mha = MultiHeadAttention(
        d_in=768, d_out=768, context_length=1024, num_heads=12, dropout=0.1, qkv_bias=True
    )
    print(sum(p.numel() for p in mha.parameters()))
    return mha
