"""
name = "scores divided by their sum in place of softmax"
name_zh = "用除以总和代替了 softmax"
question = "Does the scale change anything about the result?"
question_zh = "缩放对结果有任何影响吗？"
"""

def scaled_attention_weights(query, keys):
    d_k = keys.shape[-1]
    scaled = query @ keys.T / d_k ** 0.5
    return scaled / scaled.sum()
