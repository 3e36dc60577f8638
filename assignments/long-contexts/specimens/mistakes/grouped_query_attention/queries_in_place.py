"""
name = "the queries changed in place"
name_zh = "就地修改了查询"
question = "What does `/=` do to the tensor that was passed in?"
question_zh = "`/=` 会对传入的张量做什么？"

[change]
"scores = queries @ keys.mT / math.sqrt(queries.shape[-1])" = "queries /= math.sqrt(queries.shape[-1])\\n    scores = queries @ keys.mT"
"""
