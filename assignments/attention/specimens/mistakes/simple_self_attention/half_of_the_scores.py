"""
name = "scores for half of the pairs only"
name_zh = "只算了一半词元对的分数"
question = "Which entries of the scores does the inner loop never reach?"
question_zh = "内层循环从来没有到过分数矩阵的哪些位置？"
"""

def simple_self_attention(inputs):
    num_tokens = inputs.shape[0]
    attn_scores = torch.zeros(num_tokens, num_tokens)
    for i in range(num_tokens):
        for j in range(i, num_tokens):
            attn_scores[i, j] = torch.dot(inputs[i], inputs[j])
    attn_weights = torch.softmax(attn_scores, dim=-1)
    return attn_weights, attn_weights @ inputs
