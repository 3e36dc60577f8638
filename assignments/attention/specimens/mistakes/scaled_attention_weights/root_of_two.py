"""
name = "a key width fixed at that of the example"
name_zh = "键的宽度固定为示例中的值"
question = "How wide are the keys that were passed this time?"
question_zh = "这一次传入的键有多宽？"
"""

def scaled_attention_weights(query, keys):
    attn_scores = query @ keys.T
    return torch.softmax(attn_scores / 2 ** 0.5, dim=-1)
