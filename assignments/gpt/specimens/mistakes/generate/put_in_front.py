"""
name = "the new token in front"
name_zh = "新词元放在了前面"
question = "At which end does the text grow?"
question_zh = "文本在哪一端增长？"
"""

def generate(model, ids, max_new_tokens, context_length):
    for _ in range(max_new_tokens):
        logits = model(ids[:, -context_length:])
        following = logits[:, -1].argmax(dim=-1, keepdim=True)
        ids = torch.cat([following, ids], dim=1)
    return ids
