"""Every attack is refused by the kernel, wherever it is made."""

import platform

import attacks
import pytest
from attacks import Outcomes

pytestmark = pytest.mark.skipif(
    platform.machine() != "x86_64", reason="the attacks name system calls of x86_64"
)

REFUSED = {
    "bubblewrap": {"PermissionError", "FileNotFoundError", "ModuleNotFoundError"},
    "alone": {"PermissionError"},
}
"""Bubblewrap makes things absent, the inner ring forbids them."""

OTHERWISE = {
    "temporary": {"OSError"},  # mounted for reading
    "moved_in": {"OSError"},  # between file systems
    "linked_in": {"OSError"},
    "clone_3": {"OSError"},  # said to be unknown
    "truncated_engine_by_openat2": {"OSError"},
    "beside_scratch": {"OSError"},  # mounted for reading
    "terminal": {"OSError"},
    "shared_memory": {"OSError"},
    "named_semaphore": {"OSError"},
    "core_pattern": {"OSError"},  # mounted for reading
    "hostname_file": {"OSError"},
    "sysrq": {"OSError", "FileNotFoundError"},  # or not in this kernel
    "nbgrader": {"ModuleNotFoundError"},  # not installed for every Python
    "new_module": {"OSError"},
    "become_root": {"OSError"},  # no such user in the namespace
}

LAYERS = {
    "reading": attacks.READING, "writing": attacks.WRITING, "metadata": attacks.METADATA,
    "network": attacks.NETWORK, "processes": attacks.PROCESSES, "others": attacks.OTHERS,
    "kernel": attacks.KERNEL,
}  # fmt: skip
ALL = {f"{layer}.{name}": code for layer, table in LAYERS.items() for name, code in table.items()}


@pytest.fixture(scope="module")
def outcomes(place, attacked) -> Outcomes:
    return attacked(place, ALL)


@pytest.mark.parametrize("name", sorted(ALL))
def test_it_is_refused(place, outcomes, name):
    outcome, said = outcomes[name]
    allowed = REFUSED[place.split("-")[0]] | OTHERWISE.get(name.split(".")[1], set())
    assert outcome in allowed, f"{name}: {outcome}, {said}"
