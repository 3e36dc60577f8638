"""
form = "the methods behind the signs, and torch's own way to insist on a size"
"""

def scaled_attention_weights(query, keys):
    torch._assert(keys.shape[-1] == query.shape[-1], "query and keys differ in width")
    scores = keys.__matmul__(query).__truediv__(float(keys.shape[-1]).__pow__(0.5))
    return torch.softmax(scores, dim=-1)
