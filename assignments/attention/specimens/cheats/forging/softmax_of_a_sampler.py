"""
goal = "Read the weights off a distribution that normalises its logits."
evidence = "score"
base = "right"
honest = 96
"""
# %% part="softmax_naive"
def softmax_naive(x):
    made = torch.distributions.OneHotCategorical(logits=x, validate_args=False)
    return made.mean
