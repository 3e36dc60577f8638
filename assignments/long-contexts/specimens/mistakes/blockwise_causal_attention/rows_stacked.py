"""
name = "the blocks of rows are left apart"
name_zh = "各块的行没有接起来"
question = "What shape is to come back?"
question_zh = "应该返回什么形状？"

[change]
"torch.cat(rows)" = "torch.stack(rows)"
"""
