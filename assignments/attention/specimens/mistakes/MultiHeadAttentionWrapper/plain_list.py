"""
name = "heads the module does not know of"
name_zh = "头没有注册到模块中"
question = "Which modules does your wrapper list when it is asked for its parameters?"
question_zh = "向你的包装类要参数时，它会列出哪些子模块的参数？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = []
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat(results, dim=-1)
