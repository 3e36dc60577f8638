"""
name = "true below the diagonal in place of above it, and the first future token too"
name_zh = "遮反了：遮住了过去和自己，还遮住了下一个词元"
question = "Which triangle does `tril` keep, and whom does a 1 in your mask hide?"
question_zh = "`tril` 保留哪个三角形？你的掩码中的 1 遮住了谁？"
"""

def causal_mask(num_tokens):
    return torch.tril(torch.ones(num_tokens, num_tokens), diagonal=1)
