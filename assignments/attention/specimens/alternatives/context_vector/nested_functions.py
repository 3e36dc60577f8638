"""
form = "steps as nested functions, names in Chinese"
"""

def context_vector(inputs, query_index):
    查询 = inputs[query_index]

    def 分数():
        return torch.stack([torch.dot(词, 查询) for 词 in inputs])

    def 权重(s):
        e = torch.exp(s - s.max())
        return e / e.sum()

    # 加权求和
    return sum(w * 词 for w, 词 in zip(权重(分数()), inputs))
