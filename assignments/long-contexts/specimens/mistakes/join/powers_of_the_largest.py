"""
name = "powers without a difference"
name_zh = "求幂时没有取差"
question = "What is subtracted in the exponent?"
question_zh = "指数里要减去什么？"

[change]
"torch.exp(first[0] - largest), torch.exp(second[0] - largest)" = "torch.exp(first[0]), torch.exp(second[0])"
"""
