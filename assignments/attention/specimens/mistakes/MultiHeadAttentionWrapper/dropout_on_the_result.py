"""
name = "dropout in the wrapper as well"
name_zh = "包装类里又做了一次 dropout"
question = "Who applies dropout to the attention weights, and what is left to do for the wrapper?"
question_zh = "注意力权重的 dropout 由谁来做？包装类还需要做什么？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return self.dropout(torch.cat(results, dim=-1))
