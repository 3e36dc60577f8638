"""
form = "einsum, weights by nn.Softmax"
"""

def context_vector(inputs, query_index):
    scores = torch.einsum("td,d->t", inputs, inputs[query_index])
    weights = nn.Softmax(dim=0)(scores)
    return torch.einsum("t,td->d", weights, inputs)
