"""
form = "inference mode and a window by its length"
"""

def generate(model, ids, max_new_tokens, context_length):
    for _ in range(max_new_tokens):
        window = ids if ids.size(1) <= context_length else ids[:, ids.size(1) - context_length :]
        with torch.inference_mode():
            logits = model(window)
        following = torch.argmax(logits[:, -1], dim=1).unsqueeze(1)
        ids = torch.cat([ids, following], dim=1)
    return ids
