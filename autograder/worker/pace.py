"""How slow this machine is at present: what scales every limit of time."""

import statistics
import time

import torch

USUAL = 0.009
"""Seconds of processor time that the known computation takes on an ordinary machine. The limits of
an assignment are meant for it; on a faster one they are not tightened."""

TIMES = 5
SIZE = 64
ROUNDS = 100


def pace() -> float:
    """How many times as long as on an ordinary machine a known computation takes here, now."""
    taken = statistics.median(_known_computation() for _ in range(TIMES))
    return max(1.0, taken / USUAL)


def _known_computation() -> float:
    """Seconds of processor time for some of what answers do: small tensors, and Python's loops."""
    began = time.process_time()
    x = torch.ones(SIZE, SIZE)
    for _ in range(ROUNDS):
        x = torch.softmax(x @ x.T, dim=-1)
        sum(number * number for number in range(1000))
    return time.process_time() - began
