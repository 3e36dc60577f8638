"""
name = "positions in place of the matrix"
name_zh = "返回了位置下标而不是矩阵"
question = "What shape has the result, and what do its numbers mean?"
question_zh = "结果是什么形状？里面的数表示什么？"
"""

def causal_mask(num_tokens):
    return torch.triu_indices(num_tokens, num_tokens, offset=1)
