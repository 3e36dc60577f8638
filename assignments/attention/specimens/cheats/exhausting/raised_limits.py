"""
goal = "Raise the limits that the worker was given."
evidence = "printed"
base = "right"
"""
# %% attack
import resource

NAMES = ("RLIMIT_AS", "RLIMIT_DATA", "RLIMIT_NPROC", "RLIMIT_NOFILE", "RLIMIT_FSIZE", "RLIMIT_CPU")
for name in NAMES:
    kind = getattr(resource, name)
    soft, hard = resource.getrlimit(kind)
    if hard == resource.RLIM_INFINITY:
        continue
    try:
        resource.setrlimit(kind, (soft, hard + 1))
        if resource.getrlimit(kind)[1] == hard + 1:
            print("SUCCEEDED: raised", name)
        resource.setrlimit(kind, (soft, hard))
    except (OSError, ValueError):
        continue
