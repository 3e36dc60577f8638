"""
name = "hidden scores are 0"
name_zh = "被遮住的分数是 0"
question = "What is the power of a score of 0?"
question_zh = "分数为 0 时，幂是多少？"

[change]
"-torch.inf" = "0.0"
"""
