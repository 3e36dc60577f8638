"""
name = "the final length for every call"
name_zh = "每次调用都按最终长度算"
question = "How long is the text at the first call?"
question_zh = "第一次调用时文本有多长？"
"""

def tokens_processed(prompt_tokens, new_tokens, cached):
    if cached:
        return prompt_tokens + new_tokens - 1 if new_tokens else 0
    return (prompt_tokens + new_tokens) * new_tokens
