"""
name = "input and output width swapped"
name_zh = "输入宽度与输出宽度互换"
question = "How wide is the vector that goes into each layer, and how wide the one that comes out?"
question_zh = "进入每个层的向量有多宽？出来的又有多宽？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_out, d_in, context_length, dropout, qkv_bias))

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat(results, dim=-1)
