"""
form = "scores by a double loop, the two products kept apart"
"""

def simple_self_attention(inputs):
    num_tokens = inputs.shape[0]
    attn_scores = torch.empty(num_tokens, num_tokens)
    for i, x_i in enumerate(inputs):
        for j, x_j in enumerate(inputs):
            attn_scores[i, j] = torch.dot(x_i, x_j)
    attn_weights = torch.softmax(attn_scores, dim=-1)
    all_context_vecs = torch.zeros_like(inputs)
    for i in range(num_tokens):
        for j in range(num_tokens):
            all_context_vecs[i] += attn_weights[i, j] * inputs[j]
    return attn_weights, all_context_vecs
