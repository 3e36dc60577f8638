"""
name = "`cached` turned round"
name_zh = "`cached` 的含义弄反了"
question = "Which of the two numbers is the larger?"
question_zh = "两个数里哪个更大？"
"""

def tokens_processed(prompt_tokens, new_tokens, cached):
    if not cached:
        return prompt_tokens + new_tokens - 1 if new_tokens else 0
    return sum(prompt_tokens + step for step in range(new_tokens))
