"""
name = "cosine similarity in place of dot products"
name_zh = "用余弦相似度代替了点积"
question = "Does the length of a vector count in its score?"
question_zh = "向量的长度会影响它的分数吗？"
"""

def context_vector(inputs, query_index):
    query = inputs[query_index]
    attn_scores = torch.cosine_similarity(inputs, query.unsqueeze(0), dim=1)
    attn_weights = torch.softmax(attn_scores, dim=0)
    return attn_weights @ inputs
