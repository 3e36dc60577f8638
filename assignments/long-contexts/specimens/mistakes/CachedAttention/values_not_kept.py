"""
name = "only the keys are kept"
name_zh = "只保存了键"
question = "How many values are there beside how many weights?"
question_zh = "有多少个值？又有多少个权重？"

[change]
"self.values = value if self.values is None else torch.cat([self.values, value])" = "self.values = value"
"""
