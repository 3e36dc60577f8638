"""
name = "the smaller of the two"
name_zh = "取了两者中较小的"
question = "Which of the two is the largest of the whole row?"
question_zh = "两者中哪个是整行的最大值？"

[change]
"torch.maximum" = "torch.minimum"
"""
