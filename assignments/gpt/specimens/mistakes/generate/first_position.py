"""
name = "the logits of the first token"
name_zh = "用了第一个词元的 logits"
question = "Whose logits say what follows the text?"
question_zh = "文本之后是什么，由哪个词元的 logits 决定？"
"""

def generate(model, ids, max_new_tokens, context_length):
    for _ in range(max_new_tokens):
        logits = model(ids[:, -context_length:])
        following = logits[:, 0].argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, following], dim=1)
    return ids
