"""
name = "the weights in place of the context vector"
name_zh = "返回了权重而不是上下文向量"
question = "Are these the weights, or the context vector made with them?"
question_zh = "这是权重，还是用权重得到的上下文向量？"
"""

def context_vector(inputs, query_index):
    query = inputs[query_index]
    attn_weights = torch.softmax(inputs @ query, dim=0)
    context = attn_weights @ inputs
    return attn_weights
