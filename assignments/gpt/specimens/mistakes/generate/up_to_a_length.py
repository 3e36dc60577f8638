"""
name = "`max_new_tokens` taken for the whole length"
name_zh = "把 `max_new_tokens` 当成了总长度"
question = "What does `max_new_tokens` count?"
question_zh = "`max_new_tokens` 数的是什么？"
"""

def generate(model, ids, max_new_tokens, context_length):
    for _ in range(max_new_tokens - ids.shape[1]):
        logits = model(ids[:, -context_length:])
        following = logits[:, -1].argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, following], dim=1)
    return ids
