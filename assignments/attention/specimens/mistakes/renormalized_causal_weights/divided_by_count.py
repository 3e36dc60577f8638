"""
name = "division by the number of visible tokens"
name_zh = "除以了可见词元的个数"
question = "Is a row's divisor a count of its weights, or something made of their values?"
question_zh = "一行的除数是权重的个数，还是由权重的值得到的？"
"""

def renormalized_causal_weights(attn_weights):
    masked = torch.tril(attn_weights)
    visible = torch.arange(1, attn_weights.shape[0] + 1).unsqueeze(1)
    return masked / visible
