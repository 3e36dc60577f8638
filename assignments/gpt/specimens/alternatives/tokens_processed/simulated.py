"""
form = "every call simulated"
"""

def tokens_processed(prompt_tokens, new_tokens, cached):
    total, length, sent = 0, prompt_tokens, 0
    for _ in range(new_tokens):
        total += length - sent if cached else length
        sent = length
        length += 1
    return total
