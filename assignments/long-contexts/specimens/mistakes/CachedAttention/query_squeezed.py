"""
name = "a query of one number loses its dimension"
name_zh = "只有一个数的查询丢掉了维度"
question = "What shape has `query.squeeze()` in `CachedAttention(3, 1)`?"
question_zh = "在 `CachedAttention(3, 1)` 里，`query.squeeze()` 的形状是什么？"

[change]
"scores = query @ self.keys.T" = "scores = (self.keys @ query.squeeze())[None]"
"""
