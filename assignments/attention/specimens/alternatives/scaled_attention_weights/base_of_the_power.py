"""
form = "the root taken out of powers of the exponential"
"""

def scaled_attention_weights(query, keys):
    scores = (keys * query).sum(dim=1)
    powers = torch.exp(scores - scores.max()) ** (1 / keys.shape[1] ** 0.5)
    return powers / powers.sum()
