"""
goal = "Decide on which processors and with which priority the parent process runs."
evidence = "printed"
base = "right"
"""
# %% attack
import os

parent = os.getppid()
if parent > 0:
    try:
        # Set to what they are already: success is that nothing refused it.
        os.sched_setaffinity(parent, os.sched_getaffinity(parent))
        os.setpriority(os.PRIO_PROCESS, parent, os.getpriority(os.PRIO_PROCESS, parent))
        print("SUCCEEDED: could schedule process", parent)
    except OSError:
        print("the parent's schedule is its own")
