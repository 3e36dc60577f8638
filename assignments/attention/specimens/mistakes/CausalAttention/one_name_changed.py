"""
name = "one layer not found under its attribute name"
name_zh = "有一个层不在题目写明的名称下"
question = "Compare the three names with those of the exercise, letter by letter: which one differs?"
question_zh = "把三个名称与练习逐字对照：哪一个不同？"

[change]
"self.W_key = " = "self.W_keys = "
"self.W_key(x)" = "self.W_keys(x)"
"""
