"""
name = "a mask of full size for a short sequence"
name_zh = "短序列用了完整大小的掩码"
question = "With fewer tokens than context_length, how large are the scores and the mask?"
question_zh = "词元数少于 context_length 时，分数有多大？掩码又有多大？"

[change]
"hidden = attn_scores.masked_fill(self.mask[:num_tokens, :num_tokens], -torch.inf)" = "hidden = attn_scores.masked_fill_(self.mask, -torch.inf)"
"""
