"""
name = "the past is kept as a mean"
name_zh = "过去只保存成了平均值"
question = "Does a mean of keys give the same scores?"
question_zh = "键的平均值能给出同样的分数吗？"

[change]
"self.keys = key if self.keys is None else torch.cat([self.keys, key])" = "self.keys = key if self.keys is None else torch.cat([self.keys.mean(dim=0, keepdim=True), key])"
"self.values = value if self.values is None else torch.cat([self.values, value])" = "self.values = value if self.values is None else torch.cat([self.values.mean(dim=0, keepdim=True), value])"
"""
