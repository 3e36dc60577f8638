"""
name = "the first tokens kept in place of the last"
name_zh = "保留了开头的词元而不是最后的"
question = "Which tokens are forgotten when the text grows?"
question_zh = "文本变长时，被忘掉的是哪些词元？"
"""

def generate(model, ids, max_new_tokens, context_length):
    for _ in range(max_new_tokens):
        logits = model(ids[:, :context_length])
        following = logits[:, -1].argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, following], dim=1)
    return ids
