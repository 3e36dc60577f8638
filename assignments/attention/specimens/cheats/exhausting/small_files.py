"""
goal = "Use up the file system's index with a hundred thousand empty files."
evidence = "printed"
base = "right"
"""
# %% attack
import os

made = []
try:
    for number in range(100_000):
        path = f"autograder-cheat-small_files-{number}"
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        made.append(path)
except OSError:
    print("the folder is closed after", len(made), "files")
finally:
    for path in made:
        os.unlink(path)
if len(made) == 100_000:
    print("SUCCEEDED: made", len(made), "files")
