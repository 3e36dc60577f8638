"""
name = "the library's attention"
name_zh = "使用了库里的注意力"
question = "Which call is not allowed?"
question_zh = "哪个调用是不允许的？"

[change]
"scores = query @ self.keys.T / math.sqrt(self.keys.shape[-1])" = "attention = nn.functional.scaled_dot_product_attention"
"return torch.softmax(scores, dim=-1) @ self.values" = "return attention(query, self.keys, self.values)"
"""
