"""
name = "an embedding width fixed at three"
name_zh = "嵌入宽度固定为 3"
question = "How wide is a token of the tensor that was passed?"
question_zh = "传入的张量里，一个词元有多宽？"
"""

def context_vector(inputs, query_index):
    query = inputs[query_index]
    attn_weights = torch.softmax(inputs @ query, dim=0)
    context = torch.zeros(3)
    for i, x_i in enumerate(inputs):
        context += attn_weights[i] * x_i
    return context
