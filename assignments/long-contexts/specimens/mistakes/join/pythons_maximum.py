"""
name = "Python's max of two tensors"
name_zh = "用了 Python 的 max 比较张量"
question = "What does `max` ask of two tensors?"
question_zh = "`max` 对两个张量做了什么比较？"

[change]
"torch.maximum(" = "max("
"""
