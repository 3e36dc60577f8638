"""
name = "a mask that is printed, not returned"
name_zh = "只打印了掩码，没有返回"
question = "What does the caller receive?"
question_zh = "调用者得到了什么？"
"""

def causal_mask(num_tokens):
    mask = torch.triu(torch.ones(num_tokens, num_tokens), diagonal=1)
    print(mask.bool())
