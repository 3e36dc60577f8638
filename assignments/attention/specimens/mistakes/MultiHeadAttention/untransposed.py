"""
name = "a linear layer's weight used without transposing"
name_zh = "线性层的权重没有转置就使用"
question = "In which layout does nn.Linear keep its weight, and what if the widths differ?"
question_zh = "nn.Linear 以怎样的布局保存权重？如果输入输出宽度不同，这里会怎样？"
"""


class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        if d_out % num_heads != 0:
            raise ValueError(f"{num_heads} heads cannot share {d_out} columns")
        self.num_heads = num_heads
        self.head_width = d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        future = torch.ones(context_length, context_length, dtype=torch.bool).triu(1)
        self.register_buffer("future", future)

    def split(self, t):
        batch, tokens, _ = t.shape
        return t.view(batch, tokens, self.num_heads, self.head_width).transpose(1, 2)

    def forward(self, x):
        batch, tokens, _ = x.shape
        linear = nn.functional.linear
        q = self.split(linear(x, self.W_query.weight.T, self.W_query.bias))
        k = self.split(linear(x, self.W_key.weight.T, self.W_key.bias))
        v = self.split(linear(x, self.W_value.weight.T, self.W_value.bias))
        scores = q @ k.transpose(2, 3) / self.head_width**0.5
        scores = scores.masked_fill(self.future[:tokens, :tokens], float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        weights = self.dropout(weights)
        context = (weights @ v).transpose(1, 2).reshape(batch, tokens, -1)
        return self.out_proj(context)
