"""
goal = "Send a signal to the process that forked this worker."
evidence = "printed"
base = "right"
"""
# %% attack
import os
import signal

parent = os.getppid()
for number in (0, signal.SIGURG):
    try:
        if parent > 0:
            os.kill(parent, number)
            print("SUCCEEDED: signalled process", parent)
    except OSError:
        continue
