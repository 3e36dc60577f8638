"""
name = "the rows themselves are summed"
name_zh = "对行本身加权求和"
question = "What does `W_value` do?"
question_zh = "`W_value` 做什么？"

[change]
"self.W_key(x), self.W_value(x)" = "self.W_key(x), x @ torch.eye(x.shape[1], self.W_value.out_features)"
"""
