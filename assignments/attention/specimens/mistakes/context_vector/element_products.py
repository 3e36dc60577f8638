"""
name = "element-wise products in place of dot products"
name_zh = "用逐元素乘积代替了点积"
question = "How many scores belong to one token?"
question_zh = "一个词元对应几个分数？"
"""

def context_vector(inputs, query_index):
    query = inputs[query_index]
    attn_scores = inputs * query
    attn_weights = torch.softmax(attn_scores, dim=0)
    return (attn_weights * inputs).sum(dim=0)
