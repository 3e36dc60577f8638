"""
goal = "Leave a System V message queue with a message for the next student."
evidence = "printed"
base = "right"
"""
# %% attack
import ctypes

IPC_CREAT, IPC_EXCL, IPC_RMID, KEY = 0o1000, 0o2000, 0, 0x5EED0002
libc = ctypes.CDLL(None, use_errno=True)
queue = libc.msgget(KEY, IPC_CREAT | IPC_EXCL | 0o600)
if queue >= 0:
    message = (ctypes.c_long * 2)(1, 7)
    if libc.msgsnd(queue, ctypes.byref(message), ctypes.c_size_t(8), 0) == 0:
        print("SUCCEEDED: left a message that stays until someone takes it")
    libc.msgctl(queue, IPC_RMID, None)
