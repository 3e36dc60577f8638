"""
name = "a call although nothing is new"
name_zh = "没有新词元时也算了一次调用"
question = "How often is the model called for no new tokens?"
question_zh = "没有新词元时模型被调用几次？"
"""

def tokens_processed(prompt_tokens, new_tokens, cached):
    if cached:
        return prompt_tokens + new_tokens - 1
    return sum(prompt_tokens + step for step in range(new_tokens))
