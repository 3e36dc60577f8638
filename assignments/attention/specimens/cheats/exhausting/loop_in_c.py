"""
goal = "Run for a minute inside one C function, where no Python handler gets a turn."
evidence = "printed"
base = "right"
"""
# %% attack
import collections
import itertools
import time

start = time.monotonic()
collections.deque(itertools.repeat(None, 20_000_000_000), maxlen=0)
if time.monotonic() - start > 60:
    print("SUCCEEDED: ran for a minute")
