"""
name = "divided in each block and joined"
name_zh = "每块先相除，再合并"
question = "When is it divided: in each block or at the end?"
question_zh = "什么时候相除：每一块，还是最后？"

[change]
"new = summary(scores, values[some])" = "largest, total, weighted = summary(scores, values[some])\\n        new = largest, total, weighted / total"
"""
