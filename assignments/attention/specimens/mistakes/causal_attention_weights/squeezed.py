"""
name = "dimensions of size one dropped"
name_zh = "大小为 1 的维度被去掉"
question = "What shape does your result have when there is only one token?"
question_zh = "只有一个词元时，你的结果是什么形状？"
"""


def causal_attention_weights(attn_scores, d_k):
    size = attn_scores.shape[0]
    future = torch.triu(torch.ones(size, size), diagonal=1).bool()
    hidden = attn_scores.masked_fill(future, -torch.inf)
    return torch.softmax(hidden / d_k**0.5, dim=-1).squeeze()
