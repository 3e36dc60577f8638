"""
name = "the prompt is missing from the result"
name_zh = "结果里没有提示"
question = "What does the contract return besides the new tokens?"
question_zh = "除了新词元，约定还返回什么？"
"""

def generate(model, ids, max_new_tokens, context_length):
    prompt = ids.shape[1]
    for _ in range(max_new_tokens):
        logits = model(ids[:, -context_length:])
        following = logits[:, -1].argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, following], dim=1)
    return ids[:, prompt:]
