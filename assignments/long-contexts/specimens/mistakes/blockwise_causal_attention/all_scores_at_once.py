"""
name = "all scores at once"
name_zh = "一次算出全部分数"
question = "How many scores are there for 1,024 tokens, and what is 0 times nan?"
question_zh = "1024 个词元有多少个分数？0 乘 nan 又是多少？"
"""

def blockwise_causal_attention(queries, keys, values, block):
    scores = queries @ keys.T / math.sqrt(queries.shape[-1])
    future = torch.ones(scores.shape, dtype=torch.bool).triu(1)
    return torch.softmax(scores.masked_fill(future, -torch.inf), dim=-1) @ values
