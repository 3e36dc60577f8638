"""
name = "one token too few"
name_zh = "少给了一个词元"
question = "How many columns has `ids[:, -3:]`?"
question_zh = "`ids[:, -3:]` 有几列？"
"""

def generate(model, ids, max_new_tokens, context_length):
    for _ in range(max_new_tokens):
        logits = model(ids[:, -context_length + 1 :])
        following = logits[:, -1].argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, following], dim=1)
    return ids
