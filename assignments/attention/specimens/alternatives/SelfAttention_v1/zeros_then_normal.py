"""
form = "zeros filled in place by normal_, scale stored as an attribute"
"""

import math


class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.scale = 1 / math.sqrt(d_out)
        self.W_query = nn.Parameter(torch.zeros(d_in, d_out))
        self.W_key = nn.Parameter(torch.zeros(d_in, d_out))
        self.W_value = nn.Parameter(torch.zeros(d_in, d_out))
        self.reset_parameters()

    def reset_parameters(self):
        with torch.no_grad():
            for parameter in self.parameters():
                parameter.normal_(std=self.scale)

    def forward(self, x):
        scores = (x @ self.W_query) @ (x @ self.W_key).T
        return (scores * self.scale).softmax(dim=-1) @ (x @ self.W_value)
