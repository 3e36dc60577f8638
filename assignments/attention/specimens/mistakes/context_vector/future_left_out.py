"""
name = "later tokens left out"
name_zh = "漏掉了后面的词元"
question = "Is anything hidden from the query in this part?"
question_zh = "在这一部分里，有什么要对查询遮住吗？"
"""

def context_vector(inputs, query_index):
    query = inputs[query_index]
    seen = inputs[:query_index + 1]
    attn_weights = torch.softmax(seen @ query, dim=0)
    return attn_weights @ seen
