"""
name = "dimensions of size one dropped"
name_zh = "大小为 1 的维度被去掉"
question = "What shape does your result have when there is only one token?"
question_zh = "只有一个词元时，你的结果是什么形状？"
"""


def renormalized_causal_weights(attn_weights):
    kept = torch.tril(attn_weights)
    return (kept / kept.sum(dim=-1, keepdim=True)).squeeze()
