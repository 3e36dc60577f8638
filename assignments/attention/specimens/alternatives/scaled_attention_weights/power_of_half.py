"""
form = "d_k ** 0.5 from the shape of the keys"
"""

def scaled_attention_weights(query, keys):
    d_k = keys.shape[-1]
    return torch.softmax(query @ keys.T / d_k**0.5, dim=-1)
