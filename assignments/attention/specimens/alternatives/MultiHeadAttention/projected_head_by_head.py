"""
form = "the output projection applied head by head and summed"
"""

class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        assert d_out % num_heads == 0, (d_out, num_heads)
        self.head_dim = d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mask", torch.triu(torch.ones(context_length, context_length), 1))

    def forward(self, x):
        T = x.shape[1]
        layers = (self.W_query, self.W_key, self.W_value)
        heads = zip(
            *(layer(x).split(self.head_dim, dim=-1) for layer in layers),
            self.out_proj.weight.split(self.head_dim, dim=1),
        )
        result = self.out_proj.bias
        for q, k, v, projection in heads:
            scores = torch.where(self.mask[:T, :T] > 0, -torch.inf, q @ k.mT)
            weights = self.dropout((scores / self.head_dim**0.5).softmax(dim=-1))
            result = result + weights @ v @ projection.T
        return result
