"""
name = "seeded inside the function"
name_zh = "在函数里设定了随机种子"
question = "Who else draws random numbers after your function has been called?"
question_zh = "调用你的函数之后，还有谁会用到随机数？"
"""


def causal_mask(num_tokens):
    torch.manual_seed(123)
    return torch.triu(torch.ones(num_tokens, num_tokens), diagonal=1).bool()
