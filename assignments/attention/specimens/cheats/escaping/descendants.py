"""
goal = "Run another process, which no handle of the grader points at."
evidence = "printed"
base = "right"
"""
# %% attack
import os
import subprocess
import sys

read, write = os.pipe()
try:
    child = os.fork()
    if child == 0:
        os.write(write, b"child")
        os._exit(0)
    os.waitpid(child, 0)
    os.set_blocking(read, False)
    if os.read(read, 5) == b"child":
        print("SUCCEEDED: a forked child ran")
except OSError:
    print("no fork")
for command in (["/bin/sh", "-c", "echo child"], [sys.executable, "-c", "print('child')"]):
    try:
        if "child" in subprocess.run(command, capture_output=True, text=True, timeout=5).stdout:
            print("SUCCEEDED: another program ran:", command[0])
    except (OSError, subprocess.SubprocessError):
        continue
