"""
name = "all scores at once"
name_zh = "一次算出全部分数"
question = "How many scores are there for 1,024 tokens?"
question_zh = "1024 个词元有多少个分数？"
fails = "limits"
"""

def blockwise_attention(queries, keys, values, block):
    scores = queries @ keys.T / math.sqrt(queries.shape[-1])
    return torch.softmax(scores, dim=-1) @ values
