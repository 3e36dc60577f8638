"""
name = "weights returned beside the context vectors"
name_zh = "把权重和上下文向量一起返回"
question = "How many things does forward return, and how many does the stub ask for?"
question_zh = "forward 返回了几样东西？题目要求的是几样？"

[change]
"return attn_weights @ values" = "return attn_weights @ values, attn_weights"
"""
