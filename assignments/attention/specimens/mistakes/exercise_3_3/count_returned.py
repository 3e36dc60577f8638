"""
name = "a parameter count in place of the module"
name_zh = "返回了参数个数而不是模块"
question = "Does the caller expect a module, or a number about it?"
question_zh = "调用者期待的是模块，还是关于它的一个数？"
"""

def gpt2_small_attention():
    mha = MultiHeadAttention(768, 768, 1024, 0.1, num_heads=12)
    return sum(p.numel() for p in mha.parameters())
