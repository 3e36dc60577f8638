"""
name = "diagonal hidden too"
name_zh = "连对角线也遮住了"
question = "May a token look at itself? Where does the mask begin?"
question_zh = "一个词元可以看到自己吗？掩码从哪里开始？"
"""

def causal_mask(num_tokens):
    return torch.triu(torch.ones(num_tokens, num_tokens), diagonal=0).bool()
