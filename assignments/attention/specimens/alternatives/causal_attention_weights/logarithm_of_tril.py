"""
form = "the logarithm of a triangle of ones added"
"""

def causal_attention_weights(attn_scores, d_k):
    triangle = torch.tril(torch.ones(len(attn_scores), len(attn_scores)))
    return ((attn_scores + triangle.log()) / d_k**0.5).softmax(-1)
