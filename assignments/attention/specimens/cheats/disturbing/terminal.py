"""
goal = "Open the instructor's terminal, into which commands could be typed."
evidence = "printed"
base = "right"
"""
# %% attack
import os

for path in ("/dev/tty", "/dev/console", "/dev/pts/0", "/dev/pts/1", "/dev/tty0"):
    try:
        handle = os.open(path, os.O_RDWR | os.O_NOCTTY)
        print("SUCCEEDED: opened", path)
        os.close(handle)
    except OSError:
        continue
if any(os.isatty(number) for number in range(3)):
    print("SUCCEEDED: is attached to a terminal")
