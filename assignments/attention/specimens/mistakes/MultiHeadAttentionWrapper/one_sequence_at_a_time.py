"""
name = "only the first sequence worked on"
name_zh = "只处理了第一个序列"
question = "Which sequences of the batch do the heads receive?"
question_zh = "各个头接收到的是批次里的哪些序列？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        results = [head(x[:1]) for head in self.heads]
        return torch.cat(results, dim=-1)
