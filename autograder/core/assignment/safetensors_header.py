"""The layout of a safetensors file, for those who need no tensors of it."""

import json
import struct
from typing import Any

METADATA = "__metadata__"
MADE = "made"
"""The entry of the metadata that holds the settings of cases, as JSON."""


def header(data: bytes) -> tuple[dict[str, Any], bytes]:
    """What the file says of its tensors (dtype, shape, `data_offsets`) by name, and their bytes.

    Raises:
        ValueError, struct.error: it is no such file.
    """
    (length,) = struct.unpack("<Q", data[:8])
    return json.loads(data[8 : 8 + length]), data[8 + length :]
