"""
name = "the root of the number of tokens"
name_zh = "开平方的是词元数"
question = "Which size stands under the root: that of a key, or another one?"
question_zh = "根号下是哪个大小：键的宽度，还是别的？"
"""

def scaled_attention_weights(query, keys):
    attn_scores = query @ keys.T
    return torch.softmax(attn_scores / keys.shape[0] ** 0.5, dim=-1)
