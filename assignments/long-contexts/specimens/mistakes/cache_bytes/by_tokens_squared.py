"""
name = "the tokens counted twice"
name_zh = "词元数乘了两遍"
question = "How many keys does a token have in one head?"
question_zh = "一个词元在一个头里有几个键？"

[change]
"2 * kept" = "2 * kept * kept"
"""
