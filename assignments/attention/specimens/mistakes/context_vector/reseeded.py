"""
name = "torch's generator reseeded"
name_zh = "重设了 torch 的随机种子"
question = "What else in the notebook draws from the same generator?"
question_zh = "笔记本里还有什么在用同一个随机数生成器？"
"""

def context_vector(inputs, query_index):
    torch.manual_seed(123)
    query = inputs[query_index]
    attn_weights = torch.softmax(inputs @ query, dim=0)
    return attn_weights @ inputs
