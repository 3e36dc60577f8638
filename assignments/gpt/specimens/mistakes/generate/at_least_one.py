"""
name = "at least one token in any case"
name_zh = "无论如何都生成一个词元"
question = "What should come of `max_new_tokens` = 0?"
question_zh = "`max_new_tokens` = 0 时应得到什么？"
"""

def generate(model, ids, max_new_tokens, context_length):
    for _ in range(max(1, max_new_tokens)):
        logits = model(ids[:, -context_length:])
        following = logits[:, -1].argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, following], dim=1)
    return ids
