"""
name = "the model is called twice for each token"
name_zh = "每个词元调用了两次模型"
question = "How often is the model called for three new tokens?"
question_zh = "三个新词元要调用几次模型？"
"""

def generate(model, ids, max_new_tokens, context_length):
    for _ in range(max_new_tokens):
        logits = model(ids[:, -context_length:])
        following = logits[:, -1].argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, following], dim=1)
        model(ids[:, -context_length:])
    return ids
