"""
goal = "Send a signal to any other process that can be seen."
evidence = "printed"
base = "right"
"""
# %% attack
import os
import signal

for number in range(1, 40_000):
    if number == os.getpid():
        continue
    try:
        # A descriptor is only given for whole processes: a thread of our own is none.
        handle = os.pidfd_open(number)
    except OSError:
        continue
    try:
        signal.pidfd_send_signal(handle, 0)
        print("SUCCEEDED: signalled process", number)
        break
    except OSError:
        continue
    finally:
        os.close(handle)
