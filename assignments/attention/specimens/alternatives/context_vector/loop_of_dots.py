"""
form = "a loop of dot products, then a loop of weighted sums"
"""

def context_vector(inputs, query_index):
    query = inputs[query_index]
    attn_scores = torch.empty(inputs.shape[0])
    for i, x_i in enumerate(inputs):
        attn_scores[i] = torch.dot(x_i, query)
    attn_weights = torch.softmax(attn_scores, dim=0)
    context = torch.zeros(query.shape)
    for i, x_i in enumerate(inputs):
        context += attn_weights[i] * x_i
    return context
