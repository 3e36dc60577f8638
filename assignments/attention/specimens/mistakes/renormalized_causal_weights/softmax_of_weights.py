"""
name = "a second softmax in place of the division"
name_zh = "用第二次 softmax 代替了除法"
question = "The weights went through softmax already: what is still missing after the mask?"
question_zh = "权重已经做过 softmax 了：加上掩码之后还缺什么？"
"""

def renormalized_causal_weights(attn_weights):
    future = torch.triu(torch.ones_like(attn_weights), diagonal=1).bool()
    masked = attn_weights.masked_fill(future, -torch.inf)
    return torch.softmax(masked, dim=-1)
