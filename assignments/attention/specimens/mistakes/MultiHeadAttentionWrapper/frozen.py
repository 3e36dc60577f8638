"""
name = "frozen weights"
name_zh = "被冻结的权重"
question = "Which of the tensors in your module may an optimizer change?"
question_zh = "你的模块里，优化器可以改变哪些张量？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))
        self.heads.requires_grad_(False)

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat(results, dim=-1)
