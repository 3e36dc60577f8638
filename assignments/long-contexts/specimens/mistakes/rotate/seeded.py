"""
name = "torch is seeded inside"
name_zh = "在函数里设置了随机种子"
question = "Is anything random here?"
question_zh = "这里有什么是随机的吗？"

[change]
"half = x" = "torch.manual_seed(0)\\n    half = x"
"""
