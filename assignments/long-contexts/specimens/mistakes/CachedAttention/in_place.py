"""
name = "the row changed in place"
name_zh = "就地修改了传入的行"
question = "What does `*=` do to the tensor that was passed in?"
question_zh = "`*=` 会对传入的张量做什么？"

[change]
"query, key, value = self.W_query(x), self.W_key(x), self.W_value(x)" = "key, value = self.W_key(x), self.W_value(x)\\n        x *= 1 / math.sqrt(self.W_key.out_features)\\n        query = self.W_query(x)"
" / math.sqrt(self.keys.shape[-1])" = ""
"""
