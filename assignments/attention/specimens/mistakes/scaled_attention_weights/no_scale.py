"""
name = "no scale"
name_zh = "没有缩放"
question = "By what are the scores divided before the softmax?"
question_zh = "在 softmax 之前，分数要除以什么？"
"""

def scaled_attention_weights(query, keys):
    attn_scores = query @ keys.T
    return torch.softmax(attn_scores, dim=-1)
