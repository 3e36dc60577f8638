"""
name = "the queries changed in place"
name_zh = "就地修改了查询"
question = "What does `/=` do to the tensor that was passed in?"
question_zh = "`/=` 会对传入的张量做什么？"

[change]
"rows, block = [], 128" = "rows, block = [], 128\\n    queries /= math.sqrt(queries.shape[-1])"
" / math.sqrt(queries.shape[-1])" = ""
"""
