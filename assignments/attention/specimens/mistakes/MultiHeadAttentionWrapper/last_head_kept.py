"""
name = "only the last head kept"
name_zh = "只保留了最后一个头"
question = "What becomes of the earlier heads' results each time round the loop?"
question_zh = "循环每进行一轮，前面那些头的结果去了哪里？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        for head in self.heads:
            results = [head(x)]
        return torch.cat(results, dim=-1)
