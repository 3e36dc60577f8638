"""
name = "torch's generator reseeded"
name_zh = "重设了 torch 的随机种子"
question = "What else in the notebook draws from the same generator?"
question_zh = "笔记本里还有什么在用同一个随机数生成器？"
"""

def scaled_attention_weights(query, keys):
    torch.manual_seed(123)
    d_k = keys.shape[-1]
    attn_scores = query @ keys.T
    return torch.softmax(attn_scores / d_k ** 0.5, dim=-1)
