"""
name = "the groups are left as a dimension"
name_zh = "分组的维度没有合并回去"
question = "How many dimensions have the queries, and how many has your result?"
question_zh = "查询有几个维度？你的结果有几个？"
"""

def grouped_query_attention(queries, keys, values):
    grouped = queries.unflatten(0, (len(keys), -1))
    scores = grouped @ keys[:, None].mT / math.sqrt(queries.shape[-1])
    future = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
    return torch.softmax(scores.masked_fill(future, -torch.inf), dim=-1) @ values[:, None]
