"""
name = "the logits of the last token but one"
name_zh = "用了倒数第二个词元的 logits"
question = "Which place has the last token?"
question_zh = "最后一个词元在哪个位置？"
"""

def generate(model, ids, max_new_tokens, context_length):
    for _ in range(max_new_tokens):
        logits = model(ids[:, -context_length:])
        following = logits[:, max(-2, -logits.shape[1])].argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, following], dim=1)
    return ids
