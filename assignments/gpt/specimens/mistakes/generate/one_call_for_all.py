"""
name = "the model is asked only once"
name_zh = "只问了模型一次"
question = "What does the model know of the token that was just appended?"
question_zh = "模型知道刚接上的词元吗？"
"""

def generate(model, ids, max_new_tokens, context_length):
    logits = model(ids[:, -context_length:])
    for _ in range(max_new_tokens):
        following = logits[:, -1].argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, following], dim=1)
    return ids
