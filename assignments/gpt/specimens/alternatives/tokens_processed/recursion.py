"""
form = "recursion"
"""

def tokens_processed(prompt_tokens, new_tokens, cached):
    if new_tokens == 0:
        return 0
    rest = tokens_processed(prompt_tokens, new_tokens - 1, cached)
    if cached:
        return rest + 1 if rest else prompt_tokens
    return rest + prompt_tokens + new_tokens - 1
