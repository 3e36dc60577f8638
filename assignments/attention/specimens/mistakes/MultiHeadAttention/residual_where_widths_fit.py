"""
name = "the input added where the widths fit"
name_zh = "宽度相同时加上了输入"
question = "In what does the result for equal widths differ from the result for others?"
question_zh = "输入与输出宽度相同时，结果与其他情况有什么不同？"
"""


class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        assert d_out % num_heads == 0, "d_out must be divisible by num_heads"
        self.num_heads = num_heads
        self.head_dim = d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        future = torch.ones(context_length, context_length, dtype=torch.bool).triu(1)
        self.register_buffer("future", future)

    def forward(self, x):
        batch, tokens, _ = x.shape
        q, k, v = (
            layer(x).view(batch, tokens, self.num_heads, self.head_dim).transpose(1, 2)
            for layer in (self.W_query, self.W_key, self.W_value)
        )
        scores = q @ k.transpose(2, 3) / self.head_dim**0.5
        scores = scores.masked_fill(self.future[:tokens, :tokens], float("-inf"))
        context = self.dropout(torch.softmax(scores, dim=-1)) @ v
        result = self.out_proj(context.transpose(1, 2).reshape(batch, tokens, -1))
        if x.shape == result.shape:
            result = result + x
        return result
