"""
name = "the sign of the exponents"
name_zh = "指数的符号反了"
question = "Can $m_1 - m$ be larger than 0?"
question_zh = "$m_1 - m$ 可能大于 0 吗？"

[change]
"torch.exp(first[0] - largest), torch.exp(second[0] - largest)" = "torch.exp(largest - first[0]), torch.exp(largest - second[0])"
"""
