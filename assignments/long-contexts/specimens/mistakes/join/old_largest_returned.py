"""
name = "the largest of the first half returned"
name_zh = "返回了第一半的最大值"
question = "To which largest score do the new sums belong?"
question_zh = "新的和属于哪个最大值？"

[change]
"return largest, total, weighted" = "return first[0], total, weighted"
"""
