"""
name = "the weights are not trainable"
name_zh = "权重不可训练"
question = "What does `requires_grad` say of your weights?"
question_zh = "你的权重的 `requires_grad` 是什么？"

[change]
"self.reset()" = "self.requires_grad_(False)\\n        self.reset()"
"""
