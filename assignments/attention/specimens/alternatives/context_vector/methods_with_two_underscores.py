"""
form = "the operators by the names of their methods"
"""

def context_vector(inputs, query_index):
    query = inputs.__getitem__(query_index)
    scores = inputs.__mul__(query).sum(dim=-1)
    return torch.softmax(scores, dim=0).__matmul__(inputs)
