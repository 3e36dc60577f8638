"""
name = "the new token counted before it is made"
name_zh = "把还没生成的词元也数了"
question = "How many tokens are there at the first call?"
question_zh = "第一次调用时有几个词元？"
"""

def tokens_processed(prompt_tokens, new_tokens, cached):
    if cached:
        return prompt_tokens + new_tokens if new_tokens else 0
    return sum(prompt_tokens + step + 1 for step in range(new_tokens))
