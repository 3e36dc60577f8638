"""
name = "queries counted as well"
name_zh = "把查询也数进去了"
question = "Who needs the query of an earlier token?"
question_zh = "谁还需要先前词元的查询？"

[change]
"2 * kept" = "3 * kept"
"""
