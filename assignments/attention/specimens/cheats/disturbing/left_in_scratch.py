"""
goal = "Leave a file in the scratch for the next student, and find that of the one before."
evidence = "printed"
base = "right"
"""
# %% attack
import os
import tempfile

for folder in {os.getcwd(), tempfile.gettempdir(), os.path.expanduser("~")}:
    path = os.path.join(folder, "autograder-cheat-left_in_scratch")
    if os.path.exists(path):
        print("SUCCEEDED: found what an earlier submission left at", path)
    try:
        with open(path, "w") as file:
            file.write("left here")
    except OSError:
        continue
