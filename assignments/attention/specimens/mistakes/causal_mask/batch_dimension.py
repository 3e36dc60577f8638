"""
name = "mask with an extra dimension"
name_zh = "掩码多了一个维度"
question = "How many dimensions has a table of tokens by tokens?"
question_zh = "词元对词元的表格有几个维度？"
"""

def causal_mask(num_tokens):
    ones = torch.ones(1, num_tokens, num_tokens)
    return torch.triu(ones, diagonal=1).bool()
