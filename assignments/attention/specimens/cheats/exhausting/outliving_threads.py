"""
goal = "Keep threads busy beyond their cell, so that they eat the time of later cells."
evidence = "printed"
base = "right"
"""
# %% attack
import sys
import threading
import time

began = time.monotonic()


def busy():
    while time.monotonic() - began < 200:
        sum(range(100_000))


sys.setswitchinterval(1.0)
for _ in range(8):
    try:
        threading.Thread(target=busy).start()
    except RuntimeError:
        break

# %% attack last
if time.monotonic() - began > 150:
    print("SUCCEEDED: the run went on for more than its two minutes")
