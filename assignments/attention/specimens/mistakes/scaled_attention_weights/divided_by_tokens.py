"""
name = "division by the number of tokens"
name_zh = "除以了词元数"
question = "Should the divisor change when another key joins the list?"
question_zh = "再多一个键时，除数应当跟着变吗？"
"""

def scaled_attention_weights(query, keys):
    attn_scores = keys @ query
    return torch.softmax(attn_scores / len(keys), dim=0)
