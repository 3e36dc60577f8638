"""What student code may try, by the layer that has to stop it. All of it must be refused."""

from collections.abc import Callable

Outcomes = dict[str, tuple[str, object]]
"""How each attack ended, and what it says."""

Attacked = Callable[..., Outcomes]

NUMBERS = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def call(*words):
    if libc.syscall(*[ctypes.c_long(w) if isinstance(w, int) else w for w in words]) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
"""
"""Prelude: `call(number, ...)` makes a system call; numbers below are those of x86_64."""

READING = {
    "passwords": "open('/etc/passwd').read()",
    "shadow": "open('/etc/shadow').read()",
    "home": "import os; os.listdir('/root')",
    "root": "import os; os.listdir('/')",
    "tests": "open(outside).read()",
    "init_environment": "open('/proc/1/environ').read()",
    "parent_environment": "import os; open(f'/proc/{os.getppid()}/environ').read()",
    "own_environment": "open('/proc/self/environ').read()",
    "parent_memory": "import os; open(f'/proc/{os.getppid()}/mem', 'rb').read(1)",
    "own_memory": "open('/proc/self/mem', 'r+b')",
    "parent_descriptors": "import os; os.listdir(f'/proc/{os.getppid()}/fd')",
    "parent_root": "import os; os.listdir(f'/proc/{os.getppid()}/root')",
    "other_processes": "import os; os.listdir('/proc')",
    "oracle": "import autograder.checks",
    "nbgrader": "import nbgrader",
    "handles": NUMBERS + "call(303, -100, b'/', ctypes.create_string_buffer(256), None, 0)",
    "watched_folder": NUMBERS + "call(254, libc.inotify_init(), b'/usr', 0xFFF)",
}

ENGINE = "import os, struct, autograder.worker.confine.privileges as module\n"
"""Prelude: a module that a worker may read, in a copy of the engine that everyone may write."""

WRITING = {
    "outside": "open(outside, 'a')",
    "temporary": "open('/tmp/left', 'w')",
    "shared_memory": "open('/dev/shm/left', 'w')",
    "beside_scratch": "open('../left', 'w')",
    "standard_library": "import json; open(json.__file__, 'a')",
    "new_module": "import json, os; open(os.path.dirname(json.__file__) + '/new.py', 'w')",
    "truncated": "import os; os.truncate(outside, 0)",
    "truncated_by_open": "import os; os.open(outside, os.O_RDONLY | os.O_TRUNC)",
    "truncated_engine": ENGINE + "os.truncate(module.__file__, 0)",
    "truncated_engine_by_open": ENGINE + "os.open(module.__file__, os.O_TRUNC)",
    "truncated_engine_without_mode": ENGINE + "os.open(module.__file__, 3 | os.O_TRUNC)",
    "truncated_engine_by_openat2": NUMBERS
    + ENGINE
    + """
how = struct.pack('QQQ', os.O_TRUNC, 0, 0)
call(437, -100, module.__file__.encode(), how, len(how))
""",
    "engine_made_immutable": ENGINE
    + """
import fcntl
fcntl.ioctl(os.open(module.__file__, os.O_RDONLY), 0x40086602, struct.pack('l', 0x40))
""",
    "truncated_in_scratch": "open('mine', 'w').close(); import os; os.open('mine', os.O_TRUNC)",
    "removed": "import os; os.unlink(outside)",
    "renamed": "import os; os.rename(outside, outside + '.new')",
    "moved_in": "import os; os.rename(outside, 'mine')",
    "linked_in": "import os; os.link(outside, 'mine')",
    "through_symlink": "import os; os.symlink(outside, 'mine'); open('mine', 'a')",
    "core_pattern": "open('/proc/sys/kernel/core_pattern', 'w')",
    "hostname_file": "open('/proc/sys/kernel/hostname', 'w')",
    "memory_killer": "open('/proc/self/oom_score_adj', 'w')",
    "sysrq": "open('/proc/sysrq-trigger', 'w')",
    "device": "import os, stat; os.mknod('disk', 0o600 | stat.S_IFBLK, os.makedev(8, 0))",
    "terminal": "open('/dev/tty', 'w')",
    "pseudo_terminal": "import os; os.openpty()",
}

METADATA = {
    "chmod": "import os; os.chmod(outside, 0o777)",
    "fchmod": "import os, json; os.fchmod(os.open(json.__file__, os.O_RDONLY), 0o777)",
    "fchmodat2": NUMBERS + "call(452, -100, outside.encode(), 0o777, 0)",
    "chown": "import os; os.chown(outside, os.getuid(), -1)",
    "lchown": "import os; os.lchown(outside, os.getuid(), -1)",
    "utime": "import os; os.utime(outside, (1, 1))",
    "set_attribute": "import os; os.setxattr(outside, 'user.left', b'here')",
    "remove_attribute": "import os; os.removexattr(outside, 'user.left')",
}

NETWORK = {
    "tcp": "import socket; socket.socket(2, 1)",
    "udp": "import socket; socket.socket(2, 2)",
    "raw": "import socket; socket.socket(2, 3)",
    "tcp6": "import socket; socket.socket(10, 1)",
    "udp6": "import socket; socket.socket(10, 2)",
    "unix": "import socket; socket.socket(1, 1)",
    "unix_datagram": "import socket; socket.socket(1, 2)",
    "netlink": "import socket; socket.socket(16, 3)",
    "packet": "import socket; socket.socket(17, 3)",
    "algorithm": "import socket; socket.socket(38, 5)",
    "vsock": "import socket; socket.socket(40, 1)",
    "bluetooth": "import socket; socket.socket(31, 3)",
    "xdp": "import socket; socket.socket(44, 3)",
    "datagram_pair": "import socket; socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)",
    "raw_pair": "import socket; socket.socketpair(socket.AF_UNIX, socket.SOCK_RAW)",
    "bound_pair": "import socket; socket.socketpair()[0].bind(b'\\0abstract')",
    "connected_pair": "import socket; socket.socketpair()[0].connect('/dev/log')",
    "queue": NUMBERS + "call(425, 8, ctypes.create_string_buffer(120))",
}

PROCESSES = {
    "fork": "import os; os.fork() or os._exit(0)",
    "vfork": NUMBERS + "call(58)",
    "clone_3": NUMBERS + "call(435, ctypes.create_string_buffer(88), 88)",
    "clone_with_memory": NUMBERS + "call(56, 0x100 | 17, 0, 0, 0, 0)",
    "spawn": "import os; os.posix_spawn('/bin/true', ['true'], {})",
    "subprocess": "import subprocess; subprocess.run(['/bin/true'])",
    "shell": "import os; assert os.system('true'), 'it ran'; raise PermissionError",
    "execve": "import os; os.execv('/bin/true', ['true'])",
    "execveat": NUMBERS + "call(322, -100, b'/bin/true', None, None, 0)",
    "multiprocessing": "import multiprocessing as m; m.get_context('fork').Process().start()",
    "named_semaphore": "import multiprocessing as m; m.Semaphore()",
    "pseudo_fork": "import os; os.forkpty()",
}

OTHERS = {
    "parent": "import os; os.kill(os.getppid(), 0)",
    "init": "import os; os.kill(1, 0)",
    "everyone": "import os; os.kill(-1, 0)",
    "group": "import os; os.kill(0, 0)",
    "thread_of_parent": NUMBERS + "call(234, os.getppid(), os.getppid(), 0)",
    "tkill": NUMBERS + "call(200, os.getppid(), 0)",
    "queued": NUMBERS + "call(129, os.getppid(), 0, ctypes.create_string_buffer(128))",
    "pidfd": "import os; os.pidfd_open(os.getppid())",
    "owner_of_descriptor": "import fcntl, os; fcntl.fcntl(os.pipe()[0], fcntl.F_SETOWN, 1)",
    "ptrace": NUMBERS + "call(101, 16, os.getppid(), 0, 0)",
    "ptrace_me": NUMBERS + "call(101, 0, 0, 0, 0)",
    "memory": NUMBERS + "call(310, os.getppid(), None, 0, None, 0, 0)",
    "limits": "import os, resource as r; r.prlimit(os.getppid(), r.RLIMIT_NOFILE, (9, 9))",
    "limits_seen": "import os, resource as r; r.prlimit(os.getppid(), r.RLIMIT_NOFILE)",
    "priority": "import os; os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)",
    "processors": "import os; os.sched_setaffinity(os.getppid(), {0})",
    "outlive_parent": NUMBERS + "call(157, 1, 0, 0, 0, 0)",
    "be_seen": NUMBERS + "call(157, 4, 1, 0, 0, 0)",
}

KERNEL = {
    "user_namespace": NUMBERS + "call(272, 0x10000000)",
    "mount_namespace": NUMBERS + "call(272, 0x00020000)",
    "setns": NUMBERS + "call(308, 0, 0)",
    "mount": NUMBERS + "call(165, b'none', b'/scratch', b'tmpfs', 0, None)",
    "open_tree": NUMBERS + "call(428, -100, b'/', 1)",
    "fsopen": NUMBERS + "call(430, b'tmpfs', 0)",
    "chroot": "import os; os.chroot('.')",
    "keyring": NUMBERS + "call(250, 0, -3, 1)",
    "key": NUMBERS + "call(248, b'user', b'left', b'here', 4, -4)",
    "shared_memory": NUMBERS + "call(29, 0x4242, 4096, 0o1666)",
    "message_queue": NUMBERS + "call(68, 0x4242, 0o1666)",
    "semaphores": NUMBERS + "call(64, 0x4242, 1, 0o1666)",
    "posix_queue": NUMBERS + "call(240, b'left', 0o102, 0o600, None)",
    "memory_file": "import os; os.memfd_create('hoard')",
    "bpf": NUMBERS + "call(321, 0, ctypes.create_string_buffer(128), 128)",
    "perf": NUMBERS + "call(298, ctypes.create_string_buffer(128), 0, -1, -1, 0)",
    "page_faults": NUMBERS + "call(323, 1)",
    "clock": "import time; time.clock_settime(time.CLOCK_REALTIME, 1)",
    "host_name": "import socket; socket.sethostname('mine')",
    "reboot": NUMBERS + "call(169, 0, 0, 0, None)",
    "module": NUMBERS + "call(313, 0, b'', 0)",
    "become_root": "import os; os.setuid(0); raise PermissionError if os.getuid() else 0",
    "type_into_terminal": "import fcntl; fcntl.ioctl(0, 0x5412, b'x')",
    "handle": NUMBERS + "call(304, -100, ctypes.create_string_buffer(128), 0)",
}
