"""
name = "a table that ends at 4,096"
name_zh = "到 4096 为止的表"
question = "What is the largest position that your table knows?"
question_zh = "你的表最大到第几个位置？"

[change]
"angles = positions[:, None] * 10000.0 ** (-torch.arange(half) / half)" = "angles = torch.arange(4096)[:, None] * 10000.0 ** (-torch.arange(half) / half)\\n    angles = angles[positions]"
"""
