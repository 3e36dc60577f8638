"""
name = "the text itself is cropped"
name_zh = "文本本身被裁剪了"
question = "How long is the text that comes back?"
question_zh = "返回的文本有多长？"
"""

def generate(model, ids, max_new_tokens, context_length):
    for _ in range(max_new_tokens):
        ids = ids[:, -context_length:]
        logits = model(ids)
        following = logits[:, -1].argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, following], dim=1)
    return ids
