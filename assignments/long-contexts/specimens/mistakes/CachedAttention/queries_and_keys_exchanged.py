"""
name = "queries and keys exchanged"
name_zh = "查询和键对调了"
question = "Which layer makes the query?"
question_zh = "哪个层产生查询？"

[change]
"self.W_query(x), self.W_key(x), self.W_value(x)" = "self.W_key(x), self.W_query(x), self.W_value(x)"
"""
