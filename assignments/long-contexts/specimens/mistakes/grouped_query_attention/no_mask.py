"""
name = "no mask"
name_zh = "没有掩码"
question = "Which tokens does the first token see?"
question_zh = "第一个词元能看到哪些词元？"

[change]
"scores.masked_fill(future, -torch.inf)" = "scores"
"""
