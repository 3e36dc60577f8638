"""
name = "halved before it is multiplied"
name_zh = "先取了一半再相乘"
question = "What becomes of an odd number that is halved without a remainder?"
question_zh = "奇数整除以 2 会得到什么？"
"""

def tokens_processed(prompt_tokens, new_tokens, cached):
    if cached:
        return prompt_tokens + new_tokens - 1 if new_tokens else 0
    return (2 * prompt_tokens + new_tokens - 1) // 2 * new_tokens
