"""
name = "dimensions counted from the front"
name_zh = "从前面数维度"
question = "What is dimension 1 of a tensor of several heads?"
question_zh = "多个头的张量，第 1 个维度是什么？"

[change]
"a, b = x.split(half, dim=-1)" = "a, b = x.split(half, dim=1)"
"torch.cat(turned, dim=-1)" = "torch.cat(turned, dim=1)"
"""
