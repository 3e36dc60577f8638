"""
name = "a mask stuck at an earlier sequence's size"
name_zh = "掩码停留在之前序列的大小"
question = "After a call with a short sequence, how large is the mask that the module holds?"
question_zh = "用短序列调用一次之后，模块里的掩码有多大？"

[change]
'self.register_buffer("mask", future, persistent=False)' = "self.mask = None"
"hidden = attn_scores.masked_fill(self.mask[:num_tokens, :num_tokens], -torch.inf)" = '''if self.mask is None:
            self.mask = torch.ones_like(attn_scores[0]).triu(1).bool()
        hidden = attn_scores.masked_fill(self.mask, -torch.inf)'''
"""
