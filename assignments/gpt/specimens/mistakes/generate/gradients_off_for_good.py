"""
name = "gradients switched off for good"
name_zh = "永久关闭了梯度"
question = "Who switches gradients on again?"
question_zh = "谁来重新打开梯度？"
"""

def generate(model, ids, max_new_tokens, context_length):
    torch.set_grad_enabled(False)
    for _ in range(max_new_tokens):
        logits = model(ids[:, -context_length:])
        following = logits[:, -1].argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, following], dim=1)
    return ids
