"""
name = "the cache is not used"
name_zh = "没有用到缓存"
question = "Which tokens does the second token see in your answer?"
question_zh = "在你的答案里，第二个词元能看到哪些词元？"
"""

def cached_attention(queries, keys, values, cache):
    past = 0
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    future = torch.ones(scores.shape, dtype=torch.bool).triu(past + 1)
    weights = torch.softmax(scores.masked_fill(future, float("-inf")), dim=-1)
    return weights @ values, (keys, values)
