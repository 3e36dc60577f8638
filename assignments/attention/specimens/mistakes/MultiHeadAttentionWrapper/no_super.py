"""
name = "parent class never initialised"
name_zh = "没有初始化父类"
question = "What must nn.Module prepare before it can take in a layer, and when may it do so?"
question_zh = "nn.Module 在接收层之前要准备什么？它什么时候有机会准备？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat(results, dim=-1)
