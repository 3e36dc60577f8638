"""
name = "nothing is remembered"
name_zh = "什么也没有记住"
question = "What does the second row see?"
question_zh = "第二行能看到什么？"

[change]
"self.keys = key if self.keys is None else torch.cat([self.keys, key])" = "self.keys = key"
"self.values = value if self.values is None else torch.cat([self.values, value])" = "self.values = value"
"""
