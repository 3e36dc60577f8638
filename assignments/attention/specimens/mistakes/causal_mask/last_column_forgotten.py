"""
name = "last column left open"
name_zh = "漏掉了最后一列"
question = "Which is the last index that the inner loop reaches?"
question_zh = "内层循环到达的最后一个下标是几？"
"""

def causal_mask(num_tokens):
    mask = torch.zeros(num_tokens, num_tokens)
    for i in range(num_tokens):
        for j in range(i + 1, num_tokens - 1):
            mask[i, j] = 1
    return mask
