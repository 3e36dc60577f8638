"""
name = "one call too few"
name_zh = "少算了一次调用"
question = "How many calls do three new tokens take?"
question_zh = "三个新词元要调用几次？"
"""

def tokens_processed(prompt_tokens, new_tokens, cached):
    if cached:
        return prompt_tokens + new_tokens - 1 if new_tokens else 0
    return sum(prompt_tokens + step for step in range(new_tokens - 1))
