"""
form = "a subclass of the notebook's SelfAttention_v2"
"""

class CausalAttention(SelfAttention_v2):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__(d_in, d_out, qkv_bias)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("hidden", causal_mask(context_length).bool())

    def forward(self, x):
        T = x.shape[1]
        queries, keys, values = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = queries @ keys.transpose(1, 2) / keys.shape[-1] ** 0.5
        scores[:, self.hidden[:T, :T]] = -torch.inf
        return self.dropout(torch.softmax(scores, dim=-1)) @ values
