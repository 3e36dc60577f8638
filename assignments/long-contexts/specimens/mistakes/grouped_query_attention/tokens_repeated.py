"""
name = "tokens repeated in place of heads"
name_zh = "重复的是词元而不是头"
question = "Which dimension is that of the heads?"
question_zh = "哪个维度是头？"

[change]
"repeat_interleave(share, dim=0)" = "repeat_interleave(share, dim=1)"
"""
