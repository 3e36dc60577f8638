"""
name = "softmax applied twice"
name_zh = "做了两次 softmax"
question = "How often do the scores pass through softmax on their way?"
question_zh = "从分数到权重，一共经过了几次 softmax？"
"""

def context_vector(inputs, query_index):
    query = inputs[query_index]
    attn_weights = torch.softmax(inputs @ query, dim=0)
    context = torch.softmax(attn_weights, dim=0) @ inputs
    return context
