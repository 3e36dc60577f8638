"""
form = "torch.where with finfo.min"
"""

def causal_attention_weights(attn_scores, d_k):
    position = torch.arange(attn_scores.size(0))
    visible = position.unsqueeze(1) >= position
    smallest = torch.finfo(attn_scores.dtype).min
    masked = torch.where(visible, attn_scores, smallest)
    return torch.softmax(masked / torch.sqrt(torch.tensor(d_k)), dim=-1)
