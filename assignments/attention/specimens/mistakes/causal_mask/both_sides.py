"""
name = "everything off the diagonal hidden"
name_zh = "对角线以外全部遮住"
question = "May a token look at those before it?"
question_zh = "一个词元可以看到它前面的词元吗？"
"""

def causal_mask(num_tokens):
    return ~torch.eye(num_tokens, dtype=torch.bool)
