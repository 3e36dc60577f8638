"""
name = "mask without a single true entry"
name_zh = "掩码里没有一处为真"
question = "What is left of a matrix of zeros when its upper triangle is taken?"
question_zh = "取全零矩阵的上三角，会剩下什么？"
"""

def causal_mask(num_tokens):
    return torch.triu(torch.zeros(num_tokens, num_tokens), diagonal=1)
