"""
form = "torch.sqrt of a tensor"
"""

def scaled_attention_weights(query, keys):
    d_k = torch.tensor(float(query.numel()))
    return torch.softmax(torch.einsum("d,td->t", query, keys) / torch.sqrt(d_k), 0)
