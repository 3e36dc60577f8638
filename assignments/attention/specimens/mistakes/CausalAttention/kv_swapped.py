"""
name = "key and value swapped"
name_zh = "键和值互换了"
question = "Follow W_key and W_value: which of them makes the scores, and which is summed?"
question_zh = "跟着 W_key 和 W_value 看：哪一个用来算分数，哪一个被加权求和？"

[change]
"keys = self.W_key(x)" = "keys = self.W_value(x)"
"values = self.W_value(x)" = "values = self.W_key(x)"
"""
