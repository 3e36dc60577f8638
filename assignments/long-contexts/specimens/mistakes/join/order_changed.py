"""
name = "the three in another order"
name_zh = "三样的顺序变了"
question = "In which order are the three to come back?"
question_zh = "三样应该按什么顺序返回？"

[change]
"return largest, total, weighted" = "return total, largest, weighted"
"""
