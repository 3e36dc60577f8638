"""
name = "all scores at once"
name_zh = "一次算出全部分数"
question = "How many scores are there for 1,280 tokens, and how many of them are hidden?"
question_zh = "1280 个词元有多少个分数？其中多少个被遮住？"
fails = "limits"
"""

def sliding_window_attention(queries, keys, values, window):
    places = torch.arange(len(queries))
    gaps = places[:, None] - places
    scores = queries @ keys.T / math.sqrt(queries.shape[-1])
    hidden = (gaps < 0) | (gaps >= window)
    return torch.softmax(scores.masked_fill(hidden, -torch.inf), dim=-1) @ values
