"""
name = "divided by the sum of other powers"
name_zh = "分母用了没有减去最大值的幂"
question = "Are the powers above and below the line the same?"
question_zh = "分子和分母里的幂相同吗？"

[change]
"powers / powers.sum(dim=-1, keepdim=True)" = "powers / torch.exp(x).sum(dim=-1, keepdim=True)"
"""
