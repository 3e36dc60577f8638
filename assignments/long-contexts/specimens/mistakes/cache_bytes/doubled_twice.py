"""
name = "keys and values counted twice"
name_zh = "键和值各数了两遍"
question = "How many tensors does a layer keep for one head?"
question_zh = "一层为一个头保存几个张量？"

[change]
"2 * kept" = "2 * 2 * kept"
"""
