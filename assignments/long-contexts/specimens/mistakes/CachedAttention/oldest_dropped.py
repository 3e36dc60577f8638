"""
name = "only the last rows are kept"
name_zh = "只保留了最后几行"
question = "Which rows does the sixth see?"
question_zh = "第六行能看到哪些行？"

[change]
"self.keys = key if self.keys is None else torch.cat([self.keys, key])" = "self.keys = key if self.keys is None else torch.cat([self.keys, key])[-3:]"
"self.values = value if self.values is None else torch.cat([self.values, value])" = "self.values = value if self.values is None else torch.cat([self.values, value])[-3:]"
"""
