"""
form = "recursion and topk"
"""

def generate(model, ids, max_new_tokens, context_length):
    if max_new_tokens == 0:
        return ids
    logits = model(ids[:, -context_length:])[:, -1]
    longer = torch.hstack([ids, logits.topk(1).indices])
    return generate(model, longer, max_new_tokens - 1, context_length)
