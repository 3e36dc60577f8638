"""
name = "the input split among the heads"
name_zh = "输入被分给了各个头"
question = "How much of each token does one head get to see?"
question_zh = "一个头能看到每个词元的多少内容？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(
                CausalAttention(d_in // num_heads, d_out, context_length, dropout, qkv_bias)
            )

    def forward(self, x):
        pieces = x.chunk(len(self.heads), dim=-1)
        results = [head(piece) for head, piece in zip(self.heads, pieces)]
        return torch.cat(results, dim=-1)
