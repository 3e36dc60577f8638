"""
form = "a copy changed row by row"
"""

def renormalized_causal_weights(attn_weights):
    result = attn_weights.clone()
    for i in range(len(result)):
        result[i, i + 1 :] = 0
        result[i] /= result[i].sum()
    return result
