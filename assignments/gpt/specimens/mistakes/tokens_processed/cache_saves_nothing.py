"""
name = "`cached` is ignored"
name_zh = "忽略了 `cached`"
question = "What does the second call send if there is a cache?"
question_zh = "有缓存时，第二次调用送入什么？"
"""

def tokens_processed(prompt_tokens, new_tokens, cached):
    return sum(prompt_tokens + step for step in range(new_tokens))
