"""
form = "the lengths as a list"
"""

def tokens_processed(prompt_tokens, new_tokens, cached):
    lengths = list(range(prompt_tokens, prompt_tokens + new_tokens))
    if cached:
        return max(lengths, default=0)
    return sum(lengths)
