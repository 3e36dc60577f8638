"""
name = "a quotient of two powers"
name_zh = "两个幂相除"
question = "Is $e^{m_1} / e^{m}$ the same as $e^{m_1 - m}$ if both overflow?"
question_zh = "如果两个幂都溢出，$e^{m_1} / e^{m}$ 与 $e^{m_1 - m}$ 还相同吗？"

[change]
"torch.exp(first[0] - largest), torch.exp(second[0] - largest)" = "(torch.exp(m[0]) / torch.exp(largest) for m in (first, second))"
"""
