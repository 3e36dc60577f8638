"""
name = "always the second dimension"
name_zh = "总是用第二个维度"
question = "Which dimension is the last of a batch, and which of a single row?"
question_zh = "批次的最后一个维度是哪个？单独一行呢？"

[change]
"x - x.amax(dim=-1, keepdim=True)" = "x - x.amax(dim=1, keepdim=True)"
"powers / powers.sum(dim=-1, keepdim=True)" = "powers / powers.sum(dim=1, keepdim=True)"
"""
