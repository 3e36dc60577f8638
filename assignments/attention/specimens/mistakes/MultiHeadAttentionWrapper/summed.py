"""
name = "heads added up"
name_zh = "各个头被相加"
question = "After your combination, can one still tell which number came from which head?"
question_zh = "合并之后，还能分辨每个数来自哪个头吗？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return sum(results)
