"""
name = "the heads of a group added up"
name_zh = "把一组的各个头加了起来"
question = "Which letter of the einsum is missing in its result?"
question_zh = "einsum 的结果里少了哪个字母？"
"""

def grouped_query_attention(queries, keys, values):
    grouped = queries.unflatten(0, (len(keys), -1))
    scores = torch.einsum("gstd,gkd->gstk", grouped, keys) / math.sqrt(queries.shape[-1])
    future = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
    weights = torch.softmax(scores.masked_fill(future, -torch.inf), dim=-1)
    contexts = torch.einsum("gstk,gkv->gtv", weights, values)
    return contexts.repeat_interleave(len(queries) // len(keys), dim=0)
