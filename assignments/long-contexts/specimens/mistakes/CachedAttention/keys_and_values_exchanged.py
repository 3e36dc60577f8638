"""
name = "keys and values exchanged"
name_zh = "键和值对调了"
question = "Which layer makes the keys?"
question_zh = "哪个层产生键？"

[change]
"self.W_key(x), self.W_value(x)" = "self.W_value(x), self.W_key(x)"
"""
