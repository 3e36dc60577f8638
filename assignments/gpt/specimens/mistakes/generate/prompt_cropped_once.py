"""
name = "the prompt is cropped for good"
name_zh = "提示被永久裁剪了"
question = "Does the result begin with the whole prompt?"
question_zh = "结果以完整的提示开头吗？"
"""

def generate(model, ids, max_new_tokens, context_length):
    ids = ids[:, -context_length:]
    for _ in range(max_new_tokens):
        logits = model(ids[:, -context_length:])
        following = logits[:, -1].argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, following], dim=1)
    return ids
