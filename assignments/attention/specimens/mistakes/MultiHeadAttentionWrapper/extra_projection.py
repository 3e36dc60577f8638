"""
name = "a projection behind the heads"
name_zh = "在各个头之后多了一个投影"
question = "What does the stub ask for after the heads' results are side by side?"
question_zh = "各个头的结果并排之后，题目还要求做什么？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))
        self.out_proj = nn.Linear(d_out * num_heads, d_out * num_heads)

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return self.out_proj(torch.cat(results, dim=-1))
