"""
name = "the attention of all twelve layers"
name_zh = "返回了全部十二层的注意力模块"
question = "How many attention modules does the exercise ask for?"
question_zh = "练习要求几个注意力模块？"
"""

def gpt2_small_attention():
    layers = [MultiHeadAttention(768, 768, 1024, 0.1, num_heads=12) for _ in range(12)]
    return nn.ModuleList(layers)
