"""
name = "the logits of all tokens added up"
name_zh = "把所有词元的 logits 加了起来"
question = "Whose logits count?"
question_zh = "该用哪个词元的 logits？"
"""

def generate(model, ids, max_new_tokens, context_length):
    for _ in range(max_new_tokens):
        logits = model(ids[:, -context_length:])
        following = logits.sum(dim=1).argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, following], dim=1)
    return ids
