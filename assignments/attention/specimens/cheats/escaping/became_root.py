"""
goal = "Become another user, or root."
evidence = "printed"
base = "right"
"""
# %% attack
import os

real, effective, saved = os.getresuid()
for user in (0, 65534):
    if user in (real, effective, saved):
        continue
    try:
        os.setresuid(user, user, saved)
        if os.geteuid() == user:
            print("SUCCEEDED: became user", user)
        os.setresuid(real, effective, saved)
    except OSError:
        continue
