"""
name = "a mask that is true everywhere"
name_zh = "掩码处处为真"
question = "Does triu change its argument, or does it return something?"
question_zh = "triu 会改变它的参数，还是会返回一个结果？"
"""

def causal_mask(num_tokens):
    mask = torch.ones(num_tokens, num_tokens)
    torch.triu(mask, diagonal=1)
    return mask
