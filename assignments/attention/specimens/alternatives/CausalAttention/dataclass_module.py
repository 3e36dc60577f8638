"""
form = "a module that is a dataclass"
"""

from dataclasses import dataclass


@dataclass(eq=False, repr=False)
class CausalAttention(nn.Module):
    d_in: int
    d_out: int
    context_length: int
    dropout: float
    qkv_bias: bool = False

    def __post_init__(self):
        super().__init__()
        self.W_query = nn.Linear(self.d_in, self.d_out, bias=self.qkv_bias)
        self.W_key = nn.Linear(self.d_in, self.d_out, bias=self.qkv_bias)
        self.W_value = nn.Linear(self.d_in, self.d_out, bias=self.qkv_bias)
        self.drop = nn.Dropout(self.dropout)
        ones = torch.ones(self.context_length, self.context_length)
        self.register_buffer("mask", ones.triu(diagonal=1).bool())

    def forward(self, x):
        T = x.shape[1]
        scores = self.W_query(x) @ self.W_key(x).mT / self.d_out**0.5
        weights = scores.masked_fill(self.mask[:T, :T], -torch.inf).softmax(dim=-1)
        return self.drop(weights) @ self.W_value(x)
