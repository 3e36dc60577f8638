"""
form = "a list of columns"
"""

def generate(model, ids, max_new_tokens, context_length):
    columns = list(ids.unbind(dim=1))
    while len(columns) < ids.shape[1] + max_new_tokens:
        seen = torch.stack(columns[-context_length:], dim=1)
        columns.append(model(seen)[:, -1].argmax(-1))
    return torch.stack(columns, dim=1)
