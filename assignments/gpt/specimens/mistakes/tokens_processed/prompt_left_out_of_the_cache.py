"""
name = "the prompt is not counted with a cache"
name_zh = "有缓存时没有数提示"
question = "What does the first call send?"
question_zh = "第一次调用送入什么？"
"""

def tokens_processed(prompt_tokens, new_tokens, cached):
    if cached:
        return new_tokens
    return sum(prompt_tokens + step for step in range(new_tokens))
