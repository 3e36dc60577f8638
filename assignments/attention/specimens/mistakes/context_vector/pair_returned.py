"""
name = "weights and context vector both returned"
name_zh = "同时返回了权重和上下文向量"
question = "How many things does the caller expect?"
question_zh = "调用者期待返回几样东西？"
"""

def context_vector(inputs, query_index):
    query = inputs[query_index]
    attn_weights = torch.softmax(inputs @ query, dim=0)
    return attn_weights, attn_weights @ inputs
