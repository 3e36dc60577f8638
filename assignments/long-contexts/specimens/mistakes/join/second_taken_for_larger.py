"""
name = "the second half is taken for the higher"
name_zh = "总把第二半当作更高的"
question = "What if the first half is the higher one?"
question_zh = "如果第一半更高呢？"

[change]
"largest = torch.maximum(first[0], second[0])" = "largest = second[0]"
"""
