"""
name = "next token hidden only"
name_zh = "只遮住了紧跟着的那一个词元"
question = "What about the tokens after the next one?"
question_zh = "再往后的词元呢？"
"""

def causal_mask(num_tokens):
    mask = torch.zeros(num_tokens, num_tokens, dtype=torch.bool)
    for i in range(num_tokens - 1):
        mask[i, i + 1] = True
    return mask
