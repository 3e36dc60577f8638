"""
name = "scores without scaling"
name_zh = "分数没有缩放"
question = "By what are the scores divided before the softmax?"
question_zh = "softmax 之前，分数要除以什么？"

[change]
" / math.sqrt(queries.shape[-1])" = ""
"""
