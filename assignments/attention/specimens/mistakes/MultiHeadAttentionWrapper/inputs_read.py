"""
name = "the notebook's inputs in place of the argument"
name_zh = "用了笔记本里的 inputs 而不是参数"
question = "When the module gets another sequence, which line of forward takes notice of it?"
question_zh = "换一个序列来调用模块时，forward 的哪一行会用到它？"
"""

# %%
batch = torch.stack((inputs, inputs))

# %%
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        results = [head(batch) for head in self.heads]
        return torch.cat(results, dim=-1)
