"""
name = "heads' widths fixed at those of the example"
name_zh = "各个头的宽度固定为示例中的值"
question = "Where do the heads' widths come from when the wrapper is made with others?"
question_zh = "用别的宽度创建包装类时，各个头的宽度从哪里来？"
"""

# %%
width_in, width_out = 3, 2

# %%
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(
                CausalAttention(width_in, width_out, context_length, dropout, qkv_bias)
            )

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat(results, dim=-1)
