"""
name = "no return value"
name_zh = "没有返回值"
question = "What does the caller receive after the last line of forward has run, and which step of the text comes after that line?"
question_zh = "forward 的最后一行运行之后，调用者得到了什么？按正文，这一行之后还有哪一步？"
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
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = q @ k.transpose(1, 2) / k.shape[-1] ** 0.5
        scores = scores.masked_fill(self.future[:tokens, :tokens], float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        weights = self.dropout(weights)
        context = weights @ v
        print(context.shape)
