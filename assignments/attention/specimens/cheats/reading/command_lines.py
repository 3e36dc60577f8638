"""
goal = "Read the command lines of other processes, which name the course and its users."
evidence = "printed"
base = "right"
"""
# %% attack
import os

try:
    numbers = [name for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()]
except OSError:
    numbers = []
for number in numbers:
    try:
        with open(f"/proc/{number}/cmdline", "rb") as file:
            line = file.read()
    except OSError:
        continue
    if line:
        print("SUCCEEDED: read the command line of process", number)
        break
