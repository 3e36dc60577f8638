"""
name = "torch is seeded inside"
name_zh = "在里面设置了随机种子"
question = "Should two layers begin with the same weights?"
question_zh = "两个层应该从相同的权重开始吗？"

[change]
"self.W_query = nn" = "torch.manual_seed(123)\\n        self.W_query = nn"
"""
