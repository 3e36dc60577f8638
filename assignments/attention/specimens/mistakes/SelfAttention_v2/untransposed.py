"""
name = "a linear layer's weight used without transposing"
name_zh = "线性层的权重没有转置就使用"
question = "In which layout does nn.Linear keep its weight, and what if the widths differ?"
question_zh = "nn.Linear 以怎样的布局保存权重？如果输入输出宽度不同，这里会怎样？"
"""


class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)

    def forward(self, x):
        q = x @ self.W_query.weight
        k = x @ self.W_key.weight
        v = x @ self.W_value.weight
        scores = torch.matmul(q, k.transpose(0, 1))
        weights = torch.softmax(scores / k.size(-1) ** 0.5, dim=-1)
        return torch.matmul(weights, v)
