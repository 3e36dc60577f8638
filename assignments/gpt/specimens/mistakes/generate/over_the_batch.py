"""
name = "the largest over the batch"
name_zh = "沿批次找最大值"
question = "Along which dimension do the words lie?"
question_zh = "词语沿哪个维度排列？"
"""

def generate(model, ids, max_new_tokens, context_length):
    for _ in range(max_new_tokens):
        logits = model(ids[:, -context_length:])
        following = logits[:, -1].argmax(dim=0, keepdim=True).T[: len(ids)]
        ids = torch.cat([ids, following], dim=1)
    return ids
