"""
name = "the notebook's inputs read in place of the argument"
name_zh = "用了笔记本里的 inputs 而不是参数"
question = "Which tensor does the name inputs mean inside this function?"
question_zh = "在这个函数里，inputs 这个名字指的是哪个张量？"
"""

def context_vector(x, query_index):
    query = inputs[query_index]
    attn_weights = torch.softmax(inputs @ query, dim=0)
    return attn_weights @ inputs
