"""
name = "the scores changed in place"
name_zh = "就地修改了分数"
question = "What does `-=` do to the tensor that was passed in?"
question_zh = "`-=` 会对传入的张量做什么？"

[change]
"powers = torch.exp(x - x.amax(dim=-1, keepdim=True))" = "x -= x.amax(dim=-1, keepdim=True)\\n    powers = torch.exp(x)"
"""
