"""
goal = "Hold the connections or status pipes of workers that were forked before this one."
evidence = "printed"
base = "right"
"""
# %% attack
import os
import socket
import stat


def connections():
    """Every socket among the open descriptors, as objects of our own."""
    numbers = []
    for number in range(3, 1024):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                numbers.append(number)
        except OSError:
            continue
    return [socket.socket(fileno=os.dup(number)) for number in numbers]


pipes = []
for number in range(3, 1024):
    try:
        if stat.S_ISFIFO(os.fstat(number).st_mode):
            pipes.append(number)
    except OSError:
        continue
if pipes:
    print("SUCCEEDED: holds", len(pipes), "pipes that it did not make")
streams = [each for each in connections() if each.type == socket.SOCK_STREAM]
if len(streams) > 1:
    print("SUCCEEDED: holds", len(streams) - 1, "connections of others")
