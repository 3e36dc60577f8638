"""
name = "the first query for all steps"
name_zh = "所有步骤都用第一个查询"
question = "Which query asks in the third step?"
question_zh = "第三步是哪个查询在问？"

[change]
"query, key, value = self.W_query(x), self.W_key(x), self.W_value(x)" = "if self.keys is None:\\n            self.query = self.W_query(x)\\n        query, key, value = self.query, self.W_key(x), self.W_value(x)"
"""
