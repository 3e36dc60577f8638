"""
name = "a forward pass that records no gradients"
name_zh = "前向计算不记录梯度"
question = "What is written down during forward for the backward pass to use?"
question_zh = "forward 运行时记录了什么，供反向传播使用？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    @torch.no_grad()
    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat(results, dim=-1)
