"""
name = "values joined the other way round"
name_zh = "值接在了另一端"
question = "Does value number 3 belong to key number 3?"
question_zh = "第 3 个值属于第 3 个键吗？"

[change]
"torch.cat([self.values, value])" = "torch.cat([value, self.values])"
"""
