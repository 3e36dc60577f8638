"""
form = "the query as a matrix of one row"
"""

def scaled_attention_weights(query, keys):
    scores = query.unsqueeze(0) @ keys.swapaxes(0, 1)
    weights = torch.softmax(scores / keys.shape[-1] ** 0.5, dim=1)
    return weights.squeeze(0)
