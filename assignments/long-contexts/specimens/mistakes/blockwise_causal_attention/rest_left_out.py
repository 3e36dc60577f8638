"""
name = "the rest behind the last whole block is left out"
name_zh = "漏掉了最后一个整块之后的部分"
question = "How many rows are in the last block, and does your loop reach it?"
question_zh = "最后一块有多少行？你的循环到得了那里吗？"

[change]
"range(0, len(queries), block)" = "range(0, len(queries) // block * block, block)"
"""
