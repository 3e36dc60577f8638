"""
name = "angles that grow from pair to pair"
name_zh = "角度逐对增大"
question = "Is the second pair turned more than the first, or less?"
question_zh = "第二对转得比第一对多，还是少？"

[change]
"(-torch.arange(half) / half)" = "(torch.arange(half) / half)"
"""
