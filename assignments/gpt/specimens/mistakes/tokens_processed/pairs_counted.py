"""
name = "scores counted in place of tokens"
name_zh = "数的是分数而不是词元"
question = "Does the text count tokens or pairs of them?"
question_zh = "题目数的是词元还是词元对？"
"""

def tokens_processed(prompt_tokens, new_tokens, cached):
    if cached:
        return prompt_tokens + new_tokens - 1 if new_tokens else 0
    return sum((prompt_tokens + step) ** 2 for step in range(new_tokens))
