"""
name = "the mask has the size of a whole block"
name_zh = "掩码总是整块的大小"
question = "How many keys has the last block?"
question_zh = "最后一块有多少个键？"

[change]
"torch.ones(scores.shape," = "torch.ones(block, block,"
"""
