"""
name = "the prompt is not counted"
name_zh = "没有数提示"
question = "What else is sent besides the new tokens?"
question_zh = "除了新词元还送入什么？"
"""

def tokens_processed(prompt_tokens, new_tokens, cached):
    if cached:
        return prompt_tokens + new_tokens - 1 if new_tokens else 0
    return sum(range(new_tokens))
