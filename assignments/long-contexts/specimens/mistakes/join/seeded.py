"""
name = "torch is seeded inside"
name_zh = "在函数里设置了随机种子"
question = "Is anything random here?"
question_zh = "这里有什么是随机的吗？"

[change]
"largest = torch.maximum(first[0], second[0])" = "torch.manual_seed(0)\\n    largest = torch.maximum(first[0], second[0])"
"""
