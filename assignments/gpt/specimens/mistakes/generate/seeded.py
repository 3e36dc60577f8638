"""
name = "torch's generator is seeded"
name_zh = "重设了 torch 的随机种子"
question = "Is anything drawn at random here?"
question_zh = "这里有什么是随机抽取的吗？"
"""

def generate(model, ids, max_new_tokens, context_length):
    torch.manual_seed(0)
    for _ in range(max_new_tokens):
        logits = model(ids[:, -context_length:])
        following = logits[:, -1].argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, following], dim=1)
    return ids
