"""
name = "the whole past is seen"
name_zh = "看到了全部过去"
question = "How many tokens does the last one see with a window of 3?"
question_zh = "窗口为 3 时，最后一个词元能看到几个词元？"

[change]
"max(0, begin - window + 1)" = "0"
" & (others > places - window)" = ""
"""
