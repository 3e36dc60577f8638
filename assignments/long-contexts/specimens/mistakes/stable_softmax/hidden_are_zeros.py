"""
name = "hidden places count as zeros"
name_zh = "把被遮住的位置当作 0"
question = "What is $e^0$, and what is $e^{-\\\\infty}$?"
question_zh = "$e^0$ 是多少？$e^{-\\\\infty}$ 呢？"

[change]
"powers = torch" = "x = x.nan_to_num(neginf=0.0)\\n    powers = torch"
"""
