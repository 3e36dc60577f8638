"""
form = "a text of full length that is filled"
"""

def generate(model, ids, max_new_tokens, context_length):
    rows, length = ids.shape
    text = torch.zeros(rows, length + max_new_tokens, dtype=ids.dtype)
    text[:, :length] = ids
    for end in range(length, length + max_new_tokens):
        logits = model(text[:, max(0, end - context_length) : end])
        text[:, end] = logits[:, -1].max(dim=-1).indices
    return text
