"""
name = "dimensions of size 1 dropped"
name_zh = "去掉了大小为 1 的维度"
question = "What does `squeeze()` do when there is one head of keys, or one query head for each?"
question_zh = "只有一个键的头，或者每组只有一个查询头时，`squeeze()` 会做什么？"
"""

def grouped_query_attention(queries, keys, values):
    grouped = queries.unflatten(0, (len(keys), -1))
    scores = grouped @ keys[:, None].mT / math.sqrt(queries.shape[-1])
    future = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
    weights = torch.softmax(scores.masked_fill(future, -torch.inf), dim=-1)
    return (weights @ values[:, None]).squeeze().flatten(0, 1)
