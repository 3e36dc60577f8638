"""System calls by number: how to make one, and which a worker may not make.

Columns: x86_64 (asm/unistd_64.h), aarch64 (asm-generic/unistd.h); None where there is no such
call. What is not named here is allowed.
"""

import ctypes
import os
from dataclasses import dataclass

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long

ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

Numbers = dict[str, tuple[int | None, int | None]]

DENIED: Numbers = {
    # new processes and programs; threads go on being made
    "fork": (57, None), "vfork": (58, None), "execve": (59, 221), "execveat": (322, 281),
    # sockets; connect and bind for datagram pairs, which can be pointed elsewhere
    "socket": (41, 198), "connect": (42, 203), "bind": (49, 200),
    # other processes
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "process_madvise": (440, 440), "process_mrelease": (448, 448), "kcmp": (312, 272),
    "pidfd_open": (434, 434), "pidfd_getfd": (438, 438), "pidfd_send_signal": (424, 424),
    "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240), "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    # namespaces, mounts and roots
    "unshare": (272, 97), "setns": (308, 268), "mount": (165, 40), "umount2": (166, 39),
    "pivot_root": (155, 41), "chroot": (161, 51), "open_tree": (428, 428),
    "move_mount": (429, 429), "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432),
    "fspick": (433, 433), "mount_setattr": (442, 442), "open_tree_attr": (467, 467),
    "statmount": (457, 457), "listmount": (458, 458),
    # keys: they outlive the process
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    # doors into the kernel
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "modify_ldt": (154, None), "iopl": (172, None), "ioperm": (173, None),
    "personality": (135, 92), "uselib": (134, None), "sysfs": (139, None),
    "lookup_dcookie": (212, 18), "lsm_set_self_attr": (460, 460),
    # the machine
    "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106),
    "kexec_load": (246, 104), "kexec_file_load": (320, 294), "reboot": (169, 142),
    "swapon": (167, 224), "swapoff": (168, 225), "acct": (163, 89), "syslog": (103, 116),
    "quotactl": (179, 60), "quotactl_fd": (443, 443), "vhangup": (153, 58),
    "sethostname": (170, 161), "setdomainname": (171, 162), "settimeofday": (164, 170),
    "clock_settime": (227, 112), "adjtimex": (159, 171), "clock_adjtime": (305, 266),
    # modes, owners, times and attributes of files: Landlock does not rule them
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "chown": (92, None), "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54),
    "utime": (132, None), "utimes": (235, None), "futimesat": (261, None), "utimensat": (280, 88),
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "setxattrat": (463, 463),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16),
    "removexattrat": (466, 466), "file_setattr": (469, 469),
    # emptying a file by its path: Landlock rules it from ABI 3 on (see TRUNCATING)
    "truncate": (76, 45),
    # System V and POSIX objects: they outlive the process
    "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195), "shmdt": (67, 197),
    "msgget": (68, 186), "msgsnd": (69, 189), "msgrcv": (70, 188), "msgctl": (71, 187),
    "semget": (64, 190), "semop": (65, 193), "semtimedop": (220, 192), "semctl": (66, 191),
    "mq_open": (240, 180), "mq_unlink": (241, 181),
    # memory that no limit counts
    "memfd_create": (319, 279), "memfd_secret": (447, 447),
    # priorities and processors
    "setpriority": (141, 140), "sched_setparam": (142, 118), "sched_setscheduler": (144, 119),
    "sched_setattr": (314, 274), "sched_setaffinity": (203, 122), "ioprio_set": (251, 30),
    # files by other ways than their path, and what others do with them
    "inotify_add_watch": (254, 27), "fanotify_init": (300, 262), "fanotify_mark": (301, 263),
    "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265),
}  # fmt: skip

UNKNOWN: Numbers = {"clone3": (435, 435), "openat2": (437, 437)}
"""These fail as unknown, because they hide their flags behind a pointer: the C library then uses
clone and openat."""

JUDGED: Numbers = {
    "clone": (56, 220), "kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131),
    "prlimit64": (302, 261), "prctl": (157, 167), "fcntl": (72, 25), "ioctl": (16, 29),
    "socketpair": (53, 199), "seccomp": (317, 277), "open": (2, None), "openat": (257, 56),
}  # fmt: skip
"""Allowed by their arguments (see `rules`, TRUNCATING)."""

TRUNCATING = {"open": 1, "openat": 2}
"""By the argument with their flags. They empty a file that is opened for reading alone if asked to.
Landlock denies this from ABI 3 on; the filter denies it on every kernel, so that no grade depends
on the kernel."""

CLONE_THREAD = 0x00010000
DATAGRAM_BIT = 2
"""Set in SOCK_DGRAM and SOCK_RAW, not in SOCK_STREAM and SOCK_SEQPACKET."""
PR_SET_PDEATHSIG, PR_SET_DUMPABLE = 1, 4
F_SETOWN, F_SETSIG, F_SETOWN_EX, F_NOTIFY = 8, 10, 15, 1026
TIOCSTI, TIOCLINUX, FIOSETOWN, SIOCSPGRP = 0x5412, 0x541C, 0x8901, 0x8902
ATTRIBUTES = (0x40086602, 0x40046602, 0x401C5820, 0x40087602, 0x40806685)
"""FS_IOC_SETFLAGS (and its 32-bit number), FSSETXATTR, SETVERSION and ENABLE_VERITY: they change a
file's attributes through a descriptor that only reads."""
O_ACCMODE, O_WRONLY, O_RDWR, O_TRUNC = 3, 1, 2, 0o1000


@dataclass(frozen=True)
class Rule:
    """A rule that `allows` denies a call unless its argument has one of these values (as `bits`:
    any of these bits); another rule denies it if it has one.
    """

    call: str
    argument: int
    values: tuple[int, ...]
    allows: bool
    bits: bool = False


def rules(pid: int) -> tuple[Rule, ...]:
    return (
        Rule("clone", 0, (CLONE_THREAD,), allows=True, bits=True),
        # To itself only: abort and threads work that way.
        Rule("kill", 0, (pid,), allows=True),
        Rule("tkill", 0, (pid,), allows=True),
        Rule("tgkill", 0, (pid,), allows=True),
        Rule("prlimit64", 0, (0, pid), allows=True),
        # A datagram pair can send to any named socket of the machine.
        Rule("socketpair", 1, (DATAGRAM_BIT,), allows=False, bits=True),
        # Taking these back would let a worker outlive the warm process, or be looked into.
        Rule("prctl", 0, (PR_SET_PDEATHSIG, PR_SET_DUMPABLE), allows=False),
        # A descriptor with another process as owner sends it signals.
        Rule("fcntl", 1, (F_SETOWN, F_SETSIG, F_SETOWN_EX, F_NOTIFY), allows=False),
        Rule("ioctl", 1, (TIOCSTI, TIOCLINUX, FIOSETOWN, SIOCSPGRP, *ATTRIBUTES), allows=False),
    )


def numbers(table: Numbers, machine: str, *calls: str) -> tuple[int, ...]:
    """Those of these calls (none: of all in the table) that the machine has."""
    column = list(ARCHITECTURES).index(machine)
    rows = [table[call] for call in calls or table]
    return tuple(number for row in rows if (number := row[column]) is not None)


def syscall(number: int, *arguments: object) -> int:
    """The call's result; OSError if the kernel refuses."""
    return checked(int(libc.syscall(ctypes.c_long(number), *arguments)))


def prctl(option: int, *arguments: int) -> None:
    """prctl(2) with unsigned long arguments; OSError if the kernel refuses."""
    words = [ctypes.c_ulong(word) for word in (*arguments, 0, 0, 0, 0)[:4]]
    checked(libc.prctl(option, *words))


def checked(result: int) -> int:
    """The result of a function of the C library; OSError if it is negative."""
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result
