"""
goal = "Give three answers to one part, by a helper that cells below bind anew."
evidence = "score"
base = "right"
honest = 97.5
"""
# %% part="scaled_attention_weights"
def scale(keys):
    return 1.0


def scaled_attention_weights(query, keys):
    return torch.softmax(keys @ query / scale(keys), dim=0)

# %% attack last
def scale(keys):
    return keys.shape[0] ** 0.5

# %% attack last
def scale(keys):
    return keys.shape[-1] ** 0.5
