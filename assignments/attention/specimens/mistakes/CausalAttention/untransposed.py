"""
name = "a linear layer's weight used without transposing"
name_zh = "线性层的权重没有转置就使用"
question = "In which layout does nn.Linear keep its weight, and what if the widths differ?"
question_zh = "nn.Linear 以怎样的布局保存权重？如果输入输出宽度不同，这里会怎样？"
"""


class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        future = torch.ones(context_length, context_length, dtype=torch.bool).triu(1)
        self.register_buffer("future", future)

    def forward(self, x):
        tokens = x.shape[1]
        layers = (self.W_query, self.W_key, self.W_value)
        linear = nn.functional.linear
        q, k, v = (linear(x, layer.weight.T, layer.bias) for layer in layers)
        scores = q @ k.transpose(1, 2) / k.shape[-1] ** 0.5
        scores = scores.masked_fill(self.future[:tokens, :tokens], float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        weights = self.dropout(weights)
        return weights @ v
