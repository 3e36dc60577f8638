"""
name = "a mask that is true everywhere"
name_zh = "掩码处处为真"
question = "What is 0 times infinity, and is that true or false?"
question_zh = "0 乘以无穷大是什么？它算真还是算假？"
"""

def causal_mask(num_tokens):
    mask = torch.triu(torch.ones(num_tokens, num_tokens), diagonal=1)
    return mask * float("-inf")
