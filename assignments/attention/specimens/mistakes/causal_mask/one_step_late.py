"""
name = "mask that starts one step late"
name_zh = "掩码晚了一格才开始"
question = "May a token look at the very next one?"
question_zh = "一个词元可以看到紧跟在它后面的词元吗？"
"""

def causal_mask(num_tokens):
    return torch.triu(torch.ones(num_tokens, num_tokens), diagonal=2).bool()
