"""
name = "hidden weights shrunk, not removed"
name_zh = "要去掉的权重只是缩小了"
question = "How much is left of a hidden weight when almost all of its row lies in the future?"
question_zh = "当一行的权重几乎都在未来时，被遮住的权重还剩多少？"
"""


def renormalized_causal_weights(attn_weights):
    future = torch.ones_like(attn_weights).triu(1).bool()
    kept = torch.where(future, attn_weights * 1e-12, attn_weights)
    return kept / kept.sum(dim=-1, keepdim=True)
