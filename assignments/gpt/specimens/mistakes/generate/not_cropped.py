"""
name = "the context is not cropped"
name_zh = "没有裁剪上下文"
question = "How many tokens does the model take at most?"
question_zh = "模型最多接受多少个词元？"
"""

def generate(model, ids, max_new_tokens, context_length):
    for _ in range(max_new_tokens):
        logits = model(ids)
        following = logits[:, -1].argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, following], dim=1)
    return ids
