"""
name = "past hidden in place of the future"
name_zh = "遮住的是过去而不是未来"
question = "Which side of the diagonal is the future?"
question_zh = "对角线的哪一侧是未来？"
"""

def causal_mask(num_tokens):
    return torch.tril(torch.ones(num_tokens, num_tokens), diagonal=-1).bool()
