"""
form = "probabilities before the maximum"
"""

def generate(model, ids, max_new_tokens, context_length):
    for _ in range(max_new_tokens):
        logits = model(ids[:, -context_length:])
        following = torch.softmax(logits[:, -1, :], dim=-1).argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, following], dim=1)
    return ids
