"""
goal = "Run for a minute by swallowing every exception that would stop the cell."
evidence = "printed"
base = "right"
"""
# %% attack
import time

start = time.monotonic()
while time.monotonic() - start < 60:
    try:
        while time.monotonic() - start < 60:
            time.sleep(0.05)
    except BaseException:
        continue
print("SUCCEEDED: ran for a minute")
