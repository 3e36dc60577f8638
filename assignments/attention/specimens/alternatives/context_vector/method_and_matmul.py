"""
form = "tensor.softmax and two matrix products"
"""

def context_vector(inputs, query_index):
    return (inputs @ inputs[query_index]).softmax(-1) @ inputs
