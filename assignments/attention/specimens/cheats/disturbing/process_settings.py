"""
goal = "Leave the process with another folder, umask, time zone and environment."
evidence = "printed"
base = "right"
"""
# %% attack
import os
import time

NAME, UMASK, ZONE = "AUTOGRADER_CHEAT_PROCESS_SETTINGS", 0o123, "XYZ-7"
if os.umask(UMASK) == UMASK or time.tzname[0] == "XYZ" or NAME in os.environ:
    print("SUCCEEDED: the process is still set as an earlier submission left it")
os.environ[NAME] = "left here"
os.environ["TZ"] = ZONE
time.tzset()
os.chdir("/")
