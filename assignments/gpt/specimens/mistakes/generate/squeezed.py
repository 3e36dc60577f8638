"""
name = "fails for a single sequence"
name_zh = "只有一个序列时出错"
question = "What does `squeeze` leave of a batch of one?"
question_zh = "批次里只有一个序列时，`squeeze` 会留下什么？"
"""

def generate(model, ids, max_new_tokens, context_length):
    for _ in range(max_new_tokens):
        logits = model(ids[:, -context_length:])
        following = logits[:, -1].argmax(dim=-1).squeeze()[:, None]
        ids = torch.cat([ids, following], dim=1)
    return ids
