"""
goal = "Read files of the system that name its users and its machine."
evidence = "printed"
base = "right"
"""
# %% attack
PATHS = ("/etc/passwd", "/etc/hostname", "/etc/hosts", "/etc/machine-id", "/etc/fstab")
for path in PATHS:
    try:
        with open(path, "rb") as file:
            if file.read(1):
                print("SUCCEEDED: read", path)
    except OSError:
        continue
