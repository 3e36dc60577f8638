"""
name = "a float in place of a whole number"
name_zh = "返回了浮点数而不是整数"
question = "Which type has a number of tokens?"
question_zh = "词元的个数应当是什么类型？"
"""

def tokens_processed(prompt_tokens, new_tokens, cached):
    if cached:
        return prompt_tokens + new_tokens - 1 if new_tokens else 0
    return new_tokens * (2 * prompt_tokens + new_tokens - 1) / 2
