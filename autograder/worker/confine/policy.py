"""What a worker may do, as plain data from the host."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Policy:
    """Paths and bounds for one worker. Sizes are in bytes.

    Attributes:
        readable: What it may read, with everything below.
        writable: What it may read and write, with everything below.
        memory_bytes: How far its address space may grow beyond that of the warm process.
        threads: How many threads it may add.
        landlock: The Landlock ABI whose rules it is held to; 0 for none.
        uid: The user it becomes, where the warm process is root; None to stay who it is.
        uids: The worker becomes one of so many users from `uid` on, drawn at random. Users of
            their own cannot use up each other's number of threads.
        reads_any: Keep the power to read files of other users, where `uid` cannot read the
            Python installation. What may be read is then up to Landlock alone.
        scratch: Where the worker makes a writable directory of its own (see scratch.py).
        private_mounts: Whether it gets mounts of its own, which show it nothing but what it may
            read and its scratch (see mounts.py): inside bubblewrap, where there is no Landlock.
    """

    readable: tuple[str, ...]
    memory_bytes: int
    threads: int
    open_files: int
    file_bytes: int
    cpu_seconds: int
    landlock: int
    writable: tuple[str, ...] = ()
    uid: int | None = None
    uids: int = 1
    reads_any: bool = False
    scratch: str | None = None
    private_mounts: bool = False
