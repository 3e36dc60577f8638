"""
name = "the last pair reaches the base"
name_zh = "最后一对的指数到了 1"
question = "By what is the number of the pair divided?"
question_zh = "数对的编号除以什么？"

[change]
"(-torch.arange(half) / half)" = "(-torch.arange(half) / max(half - 1, 1))"
"""
