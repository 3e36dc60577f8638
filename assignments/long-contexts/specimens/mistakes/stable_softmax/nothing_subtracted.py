"""
name = "nothing is subtracted"
name_zh = "什么也没有减去"
question = "What is `torch.exp(torch.tensor(100.0))`?"
question_zh = "`torch.exp(torch.tensor(100.0))` 是多少？"

[change]
"x - x.amax(dim=-1, keepdim=True)" = "x"
"""
