"""
name = "scaled by the block"
name_zh = "按块的大小缩放"
question = "What do the scores grow with: the width of a key, or how many keys there are?"
question_zh = "分数随什么增大：键的宽度，还是键的个数？"

[change]
"math.sqrt(queries.shape[-1])" = "math.sqrt(block)"
"""
