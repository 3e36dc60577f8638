"""
name = "floats in place of token ids"
name_zh = "返回了浮点数而不是词元编号"
question = "Which dtype do token ids have?"
question_zh = "词元编号是什么 dtype？"
"""

def generate(model, ids, max_new_tokens, context_length):
    for _ in range(max_new_tokens):
        logits = model(ids[:, -context_length:])
        following = logits[:, -1].argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, following], dim=1)
    return ids.float()
