"""
goal = "Fill the disk: half a gigabyte in many files, each of which stays below the limit of one."
evidence = "printed"
base = "right"
"""
# %% attack
import os

block = os.urandom(1 << 20)
total = 0
made = []
try:
    for number in range(64):
        path = f"autograder-cheat-disk-{number}"
        with open(path, "xb", buffering=0) as file:
            made.append(path)
            for _ in range(8):
                total += file.write(block)
except OSError:
    print("the disk is closed after", total >> 20, "megabytes")
finally:
    for path in made:
        os.unlink(path)
if total >= 512 << 20:
    print("SUCCEEDED: wrote", total >> 20, "megabytes")
