"""
name = "the values already divided"
name_zh = "值已经除过了"
question = "When is it divided: at each join or at the end?"
question_zh = "什么时候相除：每次合并时，还是最后？"

[change]
"return largest, total, weighted" = "return largest, total, weighted / total"
"""
