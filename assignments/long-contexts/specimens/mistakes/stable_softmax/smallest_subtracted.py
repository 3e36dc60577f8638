"""
name = "the smallest is subtracted"
name_zh = "减去了最小的数"
question = "Which powers can overflow after that, and what if a place is hidden?"
question_zh = "减去之后哪些幂会溢出？如果有位置被遮住呢？"

[change]
"amax" = "amin"
"""
