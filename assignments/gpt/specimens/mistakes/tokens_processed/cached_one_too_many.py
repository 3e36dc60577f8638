"""
name = "the last token counted with a cache"
name_zh = "有缓存时多数了最后一个词元"
question = "Is the last new token sent through the model?"
question_zh = "最后一个新词元会再通过模型吗？"
"""

def tokens_processed(prompt_tokens, new_tokens, cached):
    if cached:
        return prompt_tokens + new_tokens if new_tokens else 0
    return sum(prompt_tokens + step for step in range(new_tokens))
