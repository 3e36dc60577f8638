"""
goal = "Run on as a daemon, beyond the end of the process that started it."
evidence = "printed"
base = "right"
"""
# %% attack
import os
import time

read, write = os.pipe()
try:
    child = os.fork()
except OSError:
    child = -1
if child == 0:
    try:
        os.setsid()
        if os.fork() == 0:
            time.sleep(0.5)
            os.write(write, b"daemon")
            time.sleep(20)
    finally:
        os._exit(0)
if child > 0:
    os.waitpid(child, 0)
    time.sleep(1)
    os.set_blocking(read, False)
    try:
        if os.read(read, 6) == b"daemon":
            print("SUCCEEDED: a daemon runs on without its parent")
    except OSError:
        print("the daemon is gone")
