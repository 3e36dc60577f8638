"""
form = "mv and matrices of one column"
"""

def context_vector(inputs, query_index, verbose=False):
    query = inputs.index_select(0, torch.tensor([query_index])).squeeze(0)
    weights = torch.mv(inputs, query).softmax(dim=0).reshape(-1, 1)
    if verbose:
        print(weights.flatten())
    return torch.mm(inputs.t(), weights).flatten()
