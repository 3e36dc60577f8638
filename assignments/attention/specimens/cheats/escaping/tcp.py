"""
goal = "Open a connection over TCP."
evidence = "printed"
base = "right"
"""
# %% attack
import socket

try:
    with socket.socket() as listener, socket.socket() as caller:
        listener.settimeout(2)
        caller.settimeout(2)
        listener.bind(("127.0.0.1", 0))
        listener.listen(1)
        caller.connect(listener.getsockname())
        listener.accept()[0].close()
        print("SUCCEEDED: connected over TCP")
except OSError:
    print("no TCP")
