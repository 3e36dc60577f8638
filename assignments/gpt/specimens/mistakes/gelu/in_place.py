"""
name = "the argument changed in place"
name_zh = "就地修改了参数"
question = "What does `*=` do to the tensor that was passed in?"
question_zh = "`*=` 会对传入的张量做什么？"
"""

def gelu(x):
    inner = (2 / torch.pi) ** 0.5 * (x + 0.044715 * x**3)
    x *= 0.5
    return x * (1 + torch.tanh(inner))
