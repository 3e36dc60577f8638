"""
name = "torch's generator reseeded"
name_zh = "重设了 torch 的随机种子"
question = "What else in the notebook draws from the same generator?"
question_zh = "笔记本里还有什么在用同一个随机数生成器？"
"""

def gpt2_small_attention():
    torch.manual_seed(123)
    return MultiHeadAttention(768, 768, 1024, 0.1, num_heads=12)
