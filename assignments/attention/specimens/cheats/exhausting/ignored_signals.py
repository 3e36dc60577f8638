"""
goal = "Run for a minute with every signal ignored or blocked and every timer switched off."
evidence = "printed"
base = "right"
"""
# %% attack
import signal
import time

for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        continue
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
    signal.setitimer(timer, 0)
start = time.monotonic()
while time.monotonic() - start < 60:
    time.sleep(0.05)
print("SUCCEEDED: ran for a minute")
