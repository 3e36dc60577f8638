"""
name = "the token is drawn at random"
name_zh = "随机抽取了词元"
question = "Does your function give the same text twice?"
question_zh = "你的函数两次给出的文本相同吗？"
"""

def generate(model, ids, max_new_tokens, context_length):
    for _ in range(max_new_tokens):
        logits = model(ids[:, -context_length:])
        following = torch.multinomial(torch.softmax(logits[:, -1], dim=-1), 1)
        ids = torch.cat([ids, following], dim=1)
    return ids
