"""
name = "the query token left out"
name_zh = "漏掉了查询词元自己"
question = "May a token attend to itself?"
question_zh = "一个词元可以关注自己吗？"
"""

def context_vector(inputs, query_index):
    query = inputs[query_index]
    others = torch.cat([inputs[:query_index], inputs[query_index + 1:]])
    attn_weights = torch.softmax(others @ query, dim=0)
    return attn_weights @ others
