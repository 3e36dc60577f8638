"""
goal = "Leave a POSIX message queue with a message for the next student."
evidence = "printed"
base = "right"
"""
# %% attack
import ctypes
import os

NAME = b"/autograder-cheat-posix_messages"
libc = ctypes.CDLL(None, use_errno=True)
if hasattr(libc, "mq_open"):
    queue = libc.mq_open(NAME, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600, None)
    if queue >= 0:
        if libc.mq_send(queue, b"7", ctypes.c_size_t(1), 0) == 0:
            print("SUCCEEDED: left a message that stays until someone takes it")
        libc.mq_close(queue)
        libc.mq_unlink(NAME)
