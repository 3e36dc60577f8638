"""
name = "the heads joined in one row"
name_zh = "把各个头接成了一行"
question = "What shape is to come back?"
question_zh = "应该返回什么形状？"

[change]
"return torch.softmax(scores.masked_fill(future, -torch.inf), dim=-1) @ values" = "contexts = torch.softmax(scores.masked_fill(future, -torch.inf), dim=-1) @ values\\n    return contexts.transpose(0, 1).flatten(1)"
"""
