"""
name = "the factors exchanged"
name_zh = "两个因子对调了"
question = "Whose factor is $e^{m_1 - m}$?"
question_zh = "$e^{m_1 - m}$ 是哪一半的因子？"

[change]
"one, other = " = "other, one = "
"""
