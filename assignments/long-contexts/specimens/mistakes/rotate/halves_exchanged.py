"""
name = "the halves exchanged in the result"
name_zh = "结果里两半的顺序反了"
question = "Which half comes first?"
question_zh = "哪一半在前？"

[change]
"torch.cat(turned" = "torch.cat(turned[::-1]"
"""
