"""
name = "heads under keys"
name_zh = "头放在按名字索引的容器里"
question = "What does a loop over your heads give: heads, or something else?"
question_zh = "对你的 heads 做循环时得到的是头，还是别的东西？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleDict()
        for i in range(num_heads):
            head = CausalAttention(d_in, d_out, context_length, dropout, qkv_bias)
            self.heads[f"head_{i}"] = head

    def forward(self, x):
        results = [head(x) for head in self.heads.values()]
        return torch.cat(results, dim=-1)
