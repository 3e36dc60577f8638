"""
name = "a shortened context"
name_zh = "缩短了上下文"
question = "How many tokens can GPT-2 look back on?"
question_zh = "GPT-2 最多能看到多少个词元？"
"""

def gpt2_small_attention():
    return MultiHeadAttention(768, 768, 256, 0.1, num_heads=12)
