"""
name = "only half of the pairs are turned"
name_zh = "只转动了一半的数对"
question = "How many pairs has a row of eight numbers?"
question_zh = "一行八个数有几对？"

[change]
"angles = positions[:, None] * 10000.0 ** (-torch.arange(half) / half)" = "angles = positions[:, None] * 10000.0 ** (-torch.arange(half) / half)\\n    angles = angles * (torch.arange(half) < half // 2)"
"""
