"""
form = "nested list comprehension"
"""

causal_mask = lambda num_tokens: torch.tensor(
    [[column > row for column in range(num_tokens)] for row in range(num_tokens)]
)
