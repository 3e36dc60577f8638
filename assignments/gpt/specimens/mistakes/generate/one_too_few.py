"""
name = "one token too few"
name_zh = "少了一个词元"
question = "How often does the loop run?"
question_zh = "循环运行几次？"
"""

def generate(model, ids, max_new_tokens, context_length):
    for _ in range(max_new_tokens - 1):
        logits = model(ids[:, -context_length:])
        following = logits[:, -1].argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, following], dim=1)
    return ids
