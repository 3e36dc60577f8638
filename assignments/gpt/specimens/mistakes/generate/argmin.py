"""
name = "the least likely token"
name_zh = "取了最不可能的词元"
question = "Is the largest logit likely or unlikely?"
question_zh = "最大的 logit 表示可能还是不可能？"
"""

def generate(model, ids, max_new_tokens, context_length):
    for _ in range(max_new_tokens):
        logits = model(ids[:, -context_length:])
        following = logits[:, -1].argmin(dim=-1, keepdim=True)
        ids = torch.cat([ids, following], dim=1)
    return ids
