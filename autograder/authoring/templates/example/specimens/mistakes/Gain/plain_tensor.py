"""
name = "a tensor that is no parameter"
name_zh = "张量不是参数"
question = "What would an optimizer find in `parameters()`?"
question_zh = "优化器会在 `parameters()` 里找到什么？"

[change]
"nn.Parameter(torch.ones(width))" = "torch.ones(width)"
"""
