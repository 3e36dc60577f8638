"""What a worker may do, as plain data from the host."""

import msgspec


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Paths and bounds for one worker. Sizes are in bytes."""

    readable: tuple[str, ...]
    writable: tuple[str, ...]
    memory_bytes: int
    threads: int
    open_files: int
    file_bytes: int
    cpu_seconds: int
    uid: int | None = None

    def to_json(self) -> str:
        """The policy as text."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str) -> "Policy":
        """The policy in `text`; unknown or missing keys raise msgspec.ValidationError."""
        return msgspec.json.decode(text, type=cls)
