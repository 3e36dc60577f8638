"""
name = "a wrong number of heads"
name_zh = "头数不对"
question = "How wide is one head of the smallest GPT-2, and how many fit into its width?"
question_zh = "最小的 GPT-2 一个头有多宽？整个宽度里放得下几个头？"
"""

def gpt2_small_attention():
    return MultiHeadAttention(768, 768, 1024, 0.1, num_heads=8)
