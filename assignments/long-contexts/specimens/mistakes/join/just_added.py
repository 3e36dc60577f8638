"""
name = "both halves just added"
name_zh = "只是把两半相加"
question = "By what was the one half divided, and by what the other?"
question_zh = "一半除以了什么？另一半呢？"

[change]
"torch.exp(first[0] - largest), torch.exp(second[0] - largest)" = "1.0, 1.0"
"""
