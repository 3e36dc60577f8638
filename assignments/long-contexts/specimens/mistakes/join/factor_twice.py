"""
name = "the factor taken twice"
name_zh = "因子乘了两次"
question = "How often is a half to be divided by $e^{m - m_1}$?"
question_zh = "一半要除以几次 $e^{m - m_1}$？"

[change]
"weighted = one * first[2] + other * second[2]" = "weighted = one * one * first[2] + other * other * second[2]"
"""
