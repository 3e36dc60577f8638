"""
name = "the mask turned round: true where a token may look"
name_zh = "掩码标反了：能看到的位置是真"
question = "What does a 1 mean in this part: may be seen, or must be hidden?"
question_zh = "在这一部分里，1 表示可以看到，还是必须遮住？"
"""

def causal_mask(num_tokens):
    return torch.tril(torch.ones(num_tokens, num_tokens)).bool()
