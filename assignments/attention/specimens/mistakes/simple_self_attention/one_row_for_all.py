"""
name = "the weights of one query for every token"
name_zh = "所有词元都用了同一个查询的权重"
question = "Which query does each row of the weights belong to?"
question_zh = "权重的每一行属于哪个查询？"
"""

def simple_self_attention(inputs):
    query = inputs[1]
    row = torch.softmax(inputs @ query, dim=0)
    attn_weights = row.repeat(inputs.shape[0], 1)
    return attn_weights, attn_weights @ inputs
