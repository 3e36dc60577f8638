"""
name = "a context as long as the embedding is wide"
name_zh = "上下文长度和嵌入宽度相同"
question = "How many tokens can GPT-2 look back on?"
question_zh = "GPT-2 最多能看到多少个词元？"
"""

def gpt2_small_attention():
    return MultiHeadAttention(768, 768, 768, 0.1, num_heads=12)
