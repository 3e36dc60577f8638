"""
form = "its own variables looked up with locals() and vars()"
"""

def scaled_attention_weights(query, keys):
    scores = keys @ query
    width = locals()["keys"].shape[-1]
    return torch.softmax(vars()["scores"] / width**0.5, dim=-1)
