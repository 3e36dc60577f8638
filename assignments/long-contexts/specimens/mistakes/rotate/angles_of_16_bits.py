"""
name = "angles in 16 bits"
name_zh = "角度用了 16 位的数"
question = "How many digits does a bfloat16 keep of an angle of 12.34?"
question_zh = "角度 12.34 用 bfloat16 能保留几位？"

[change]
" * 10000.0 ** (-torch.arange(half) / half)" = " * (10000.0 ** (-torch.arange(half) / half)).bfloat16().float()"
"""
