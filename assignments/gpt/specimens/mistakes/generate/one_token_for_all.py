"""
name = "the first sequence decides for all"
name_zh = "由第一个序列替所有序列决定"
question = "What does the second sequence get?"
question_zh = "第二个序列得到什么？"
"""

def generate(model, ids, max_new_tokens, context_length):
    for _ in range(max_new_tokens):
        logits = model(ids[:, -context_length:])
        following = logits[:1, -1].argmax(dim=-1, keepdim=True).expand(len(ids), 1)
        ids = torch.cat([ids, following], dim=1)
    return ids
