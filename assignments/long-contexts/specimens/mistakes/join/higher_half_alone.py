"""
name = "only the higher half is kept"
name_zh = "只保留了更高的一半"
question = "What is the factor of the lower half: 0 or a small number?"
question_zh = "较低一半的因子是 0，还是一个小的数？"

[change]
"torch.exp(first[0] - largest), torch.exp(second[0] - largest)" = "(first[0] >= second[0]).float(), (second[0] > first[0]).float()"
"""
