"""
name = "the values of its own block each time"
name_zh = "每次都用自己那一块的值"
question = "Which values belong to the keys of an earlier block?"
question_zh = "哪些值属于前面的块的键？"

[change]
"values[other : other + block]" = "values[begin : begin + block]"
"""
