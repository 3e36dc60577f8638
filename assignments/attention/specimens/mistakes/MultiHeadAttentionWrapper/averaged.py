"""
name = "heads averaged"
name_zh = "各个头取了平均"
question = "How wide is your result, and does its width grow with the number of heads?"
question_zh = "你的结果有多宽？它会随头数增加而变宽吗？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.stack(results).mean(dim=0)
