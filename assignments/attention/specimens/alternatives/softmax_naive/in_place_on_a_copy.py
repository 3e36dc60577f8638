"""
form = "in-place operations on a clone"
"""

def softmax_naive(x):
    e = x.clone()
    e.sub_(e.max()).exp_()
    e.div_(e.sum())
    return e
