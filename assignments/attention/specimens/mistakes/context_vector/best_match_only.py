"""
name = "the best match in place of a weighted sum"
name_zh = "只取最匹配的词元，没有加权求和"
question = "What part do the other tokens play in the result?"
question_zh = "其他词元在结果里起了什么作用？"
"""

def context_vector(inputs, query_index):
    query = inputs[query_index]
    attn_scores = inputs @ query
    return inputs[torch.argmax(attn_scores)].clone()
