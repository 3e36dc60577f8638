"""
goal = "Start more threads than a submission may have, all alive at once."
evidence = "printed"
base = "right"
"""
# %% attack
import threading

threading.stack_size(64 << 10)
done = threading.Event()
threads = []
for _ in range(2000):
    thread = threading.Thread(target=done.wait, args=(5,), daemon=True)
    try:
        thread.start()
    except RuntimeError:
        break
    threads.append(thread)
if len(threads) >= 256:
    print("SUCCEEDED:", len(threads), "threads at once")
done.set()
