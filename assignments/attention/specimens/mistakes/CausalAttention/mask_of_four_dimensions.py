"""
name = "a mask with two more dimensions than the scores"
name_zh = "掩码比分数多了两个维度"
question = "How many dimensions has the mask, and how many the scores that it is put on?"
question_zh = "掩码有几个维度？它要遮住的分数又有几个？"

[change]
'"mask", future,' = '''"mask", future[None, None],'''
"self.mask[:num_tokens, :num_tokens]" = "self.mask[:, :, :num_tokens, :num_tokens]"
"""
