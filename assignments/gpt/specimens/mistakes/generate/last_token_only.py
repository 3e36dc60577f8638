"""
name = "the model sees the last token only"
name_zh = "模型只看到最后一个词元"
question = "What does the model know of the prompt?"
question_zh = "模型对提示知道些什么？"
"""

def generate(model, ids, max_new_tokens, context_length):
    for _ in range(max_new_tokens):
        logits = model(ids[:, -1:])
        following = logits[:, -1].argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, following], dim=1)
    return ids
