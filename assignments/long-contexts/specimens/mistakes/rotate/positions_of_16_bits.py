"""
name = "positions in 16 bits"
name_zh = "位置用了 16 位的数"
question = "What is `torch.tensor(9999).half()`?"
question_zh = "`torch.tensor(9999).half()` 是多少？"

[change]
"angles = positions[:, None]" = "angles = positions.half().float()[:, None]"
"""
