"""
form = "wrapped by a decorator that prints the time"
"""

import functools
import time


def timed(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        start = time.perf_counter()
        result = function(*args, **kwargs)
        print(f"{function.__name__}: {time.perf_counter() - start:.6f} s")
        return result

    return wrapper


@timed
def softmax_naive(x):
    return torch.exp(x) / sum(torch.exp(x))
