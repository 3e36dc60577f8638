"""
name = "the queries of a group averaged"
name_zh = "对一组的查询取了平均"
question = "How many heads of contexts are to come back?"
question_zh = "应该返回多少个头的上下文向量？"

[change]
"keys, values = (one.repeat_interleave(share, dim=0) for one in (keys, values))" = "queries = queries.unflatten(0, (-1, share)).mean(dim=1)"
"""
