"""
name = "powers of two"
name_zh = "求的是 2 的幂"
question = "Which number was raised to the scores in `summary`?"
question_zh = "`summary` 里的底数是哪个数？"

[change]
"torch.exp(first[0] - largest), torch.exp(second[0] - largest)" = "torch.exp2(first[0] - largest), torch.exp2(second[0] - largest)"
"""
