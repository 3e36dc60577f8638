"""
form = "every context vector computed, one returned"
"""

def context_vector(inputs, query_index):
    weights = torch.softmax(inputs @ inputs.T, dim=1)
    all_contexts = weights @ inputs
    return all_contexts[query_index]
