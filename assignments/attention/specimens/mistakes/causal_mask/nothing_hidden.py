"""
name = "mask without a single true entry"
name_zh = "掩码全为假，什么也没有遮住"
question = "What is left of a matrix of zeros when its upper triangle is taken?"
question_zh = "取全零矩阵的上三角，会剩下什么？"
"""

def causal_mask(num_tokens):
    return torch.triu(torch.zeros(num_tokens, num_tokens), diagonal=1)
