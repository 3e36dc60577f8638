"""
name = "a loop over exactly six tokens"
name_zh = "循环固定为六个词元"
question = "How many tokens will the next caller pass?"
question_zh = "下一次调用会传入多少个词元？"
"""

def context_vector(inputs, query_index):
    query = inputs[query_index]
    attn_scores = torch.zeros(6)
    for i in range(6):
        attn_scores[i] = torch.dot(inputs[i], query)
    attn_weights = torch.softmax(attn_scores, dim=0)
    context = torch.zeros(query.shape)
    for i in range(6):
        context += attn_weights[i] * inputs[i]
    return context
