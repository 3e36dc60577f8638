"""
name = "mask that starts one step below the diagonal"
name_zh = "掩码从对角线下方就开始了"
question = "On which side of the diagonal does a negative number put the start?"
question_zh = "负数会让起点落在对角线的哪一侧？"
"""

def causal_mask(num_tokens):
    return torch.triu(torch.ones(num_tokens, num_tokens), diagonal=-1).bool()
