"""
name = "mask for exactly six tokens"
name_zh = "掩码固定为六个词元"
question = "How large must the mask be for another number of tokens?"
question_zh = "换一个词元数，掩码应当多大？"
"""

def causal_mask(num_tokens):
    context_length = inputs.shape[0]
    return torch.triu(torch.ones(context_length, context_length), diagonal=1).bool()
