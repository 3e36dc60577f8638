"""
name = "one gain for all columns"
name_zh = "所有列共用一个增益"
question = "How many numbers does a module of width 3 train?"
question_zh = "宽度为 3 的模块训练几个数？"

[change]
"torch.ones(width)" = "torch.ones(1)"
"""
