"""
name = "torch's generator reseeded"
name_zh = "重设了 torch 的随机种子"
question = "What else in the notebook draws from the same generator?"
question_zh = "笔记本里还有什么在用同一个随机数生成器？"
"""

def two_dim_wrapper(d_in, context_length):
    torch.manual_seed(123)
    return MultiHeadAttentionWrapper(d_in, 1, context_length, 0.0, num_heads=2)
