"""
name = "heads turned, and not rows"
name_zh = "转动的是头，而不是行"
question = "Along which dimension do your angles lie when there are heads?"
question_zh = "有多个头时，你的角度沿哪个维度排列？"

[change]
"a, b = x.split" = "angles = angles[:, None] if x.ndim == 3 else angles\\n    a, b = x.split"
"""
