"""
form = "the sum in closed form"
"""

def tokens_processed(prompt_tokens, new_tokens, cached):
    if cached and new_tokens:
        return prompt_tokens + (new_tokens - 1)
    if cached:
        return 0
    return new_tokens * prompt_tokens + new_tokens * (new_tokens - 1) // 2
