"""
goal = "Set the resource limits of the parent process, with which it could be ended."
evidence = "printed"
base = "right"
"""
# %% attack
import os
import resource

parent = os.getppid()
if parent > 0:
    try:
        # Set to what it is already: success is that nothing refused it.
        before = resource.prlimit(parent, resource.RLIMIT_CPU)
        resource.prlimit(parent, resource.RLIMIT_CPU, before)
        print("SUCCEEDED: could set limits of process", parent)
    except OSError:
        print("the parent's limits are its own")
