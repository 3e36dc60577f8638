"""
name = "the values of the first block each time"
name_zh = "每次都用第一块的值"
question = "Which values belong to the keys of the second block?"
question_zh = "哪些值属于第二块的键？"

[change]
"values[some]" = "values[: len(keys[some])]"
"""
