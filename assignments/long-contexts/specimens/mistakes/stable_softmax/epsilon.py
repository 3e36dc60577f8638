"""
name = "something is added to the sum"
name_zh = "给总和加了一个数"
question = "Can a sum of powers be 0 when the largest power is 1?"
question_zh = "最大的幂是 1 时，幂之和会是 0 吗？"

[change]
"powers.sum(dim=-1, keepdim=True)" = "(powers.sum(dim=-1, keepdim=True) + 1e-3)"
"""
