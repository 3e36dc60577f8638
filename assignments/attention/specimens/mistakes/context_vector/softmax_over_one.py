"""
name = "softmax over a dimension of length one"
name_zh = "在长度为 1 的维度上做了 softmax"
question = "How many numbers stand along the dimension that softmax was given?"
question_zh = "softmax 所用的那个维度上有几个数？"
"""

def context_vector(inputs, query_index):
    query = inputs[query_index].unsqueeze(0)
    attn_scores = query @ inputs.T
    attn_weights = torch.softmax(attn_scores, dim=0)
    return (attn_weights @ inputs).squeeze(0)
