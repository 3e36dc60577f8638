"""
name = "the text does not grow"
name_zh = "没有考虑文本变长"
question = "How long is the text at the second call?"
question_zh = "第二次调用时文本有多长？"
"""

def tokens_processed(prompt_tokens, new_tokens, cached):
    if cached:
        return prompt_tokens + new_tokens - 1 if new_tokens else 0
    return prompt_tokens * new_tokens
