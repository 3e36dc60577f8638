"""
name = "powers of two"
name_zh = "求的是 2 的幂"
question = "Which number is raised to the scores?"
question_zh = "底数是哪个数？"

[change]
"torch.exp(" = "torch.exp2("
"""
