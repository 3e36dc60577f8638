"""
name = "heads one after another"
name_zh = "各个头首尾相接"
question = "What does the second head receive: the input, or the first head's result?"
question_zh = "第二个头接收到的是输入，还是第一个头的结果？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        results = []
        for head in self.heads:
            x = head(x)
            results.append(x)
        return torch.cat(results, dim=-1)
