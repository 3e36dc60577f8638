"""
name = "the sizes of a larger GPT-2"
name_zh = "用了更大的 GPT-2 的大小"
question = "Which of the GPT-2 models is the smallest, and how wide is it?"
question_zh = "GPT-2 的各个型号中哪个最小？它有多宽？"
"""

def gpt2_small_attention():
    return MultiHeadAttention(1024, 1024, 1024, 0.1, num_heads=16)
