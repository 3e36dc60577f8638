"""What correct answers do goes on working in a confined worker."""

import pytest
from attacks import Outcomes

WORK = {
    "einsum": "import torch; torch.einsum('ij,kj->ik', torch.ones(2, 3), torch.ones(2, 3))",
    "gradients": """
import torch
layer = torch.nn.MultiheadAttention(8, 2)
layer(*[torch.ones(3, 1, 8, requires_grad=True)] * 3)[0].sum().backward()
""",
    "numpy": "import numpy; said = int(numpy.linalg.eigvalsh(numpy.eye(3)).sum())",
    "numpy_random": "import numpy; numpy.random.default_rng().normal(size=3)",
    "sqlite": "import sqlite3; sqlite3.connect(':memory:').execute('select 1')",
    "decimal": "import decimal; decimal.Decimal('1') / 3",
    "lazy_imports": "import csv, zoneinfo, xml.dom.minidom, unittest.mock, asyncio, ssl, lzma",
    "event_loop": "import asyncio; asyncio.run(asyncio.sleep(0))",
    "thread": "import threading; t = threading.Thread(target=print); t.start(); t.join()",
    "thread_pool": """
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(2) as pool: said = list(pool.map(abs, (-1, 1)))
""",
    "silenced": """
import contextlib, os
with open(os.devnull, 'w') as null, contextlib.redirect_stdout(null): print('quiet')
""",
    "random_device": "open('/dev/urandom', 'rb').read(8)",
    "scratch": "open('mine', 'w').write('mine'); said = open('mine').read()",
    "folders": "import os; os.makedirs('a/b'); os.rename('a/b', 'c'); os.rmdir('c')",
    "temporary": "import tempfile; tempfile.NamedTemporaryFile().write(b'mine')",
    "home": "import os, pathlib; assert pathlib.Path.home() == pathlib.Path(os.getcwd())",
    "saved": "import torch; torch.save(torch.ones(3), 'mine.pt'); torch.load('mine.pt')",
    "own_signal": "import os, signal; os.kill(os.getpid(), signal.SIGCONT)",
    "alarm": """
import signal, time
def ring(*_): raise TimeoutError
signal.signal(signal.SIGALRM, ring); signal.setitimer(signal.ITIMER_REAL, 0.05)
try: time.sleep(5); raise SystemError
except TimeoutError: pass
""",
    "environment": "import os; said = sorted(os.environ)",
    "identity": "import os; said = [os.getuid() != 0, os.getgroups(), os.getresuid()[2] != 0]",
    "powers": "import os; said = __import__('ctypes').CDLL(None).prctl(39, 0, 0, 0, 0)",
}


@pytest.fixture(scope="module")
def outcomes(place, attacked) -> Outcomes:
    """What came of all the work; torch is imported before the fork, as in the warm process."""
    if place.split("-")[1] == "nobody":
        pytest.skip("the system's Python has no torch")
    return attacked(place, WORK, ("torch",))


@pytest.mark.parametrize("name", sorted(WORK))
def test_it_works(place, outcomes, name):
    if name == "folders" and place.endswith("-1"):
        # The first Landlock lets nobody move anything to another folder, as between file systems.
        assert outcomes[name][0] == "OSError" and "cross-device" in outcomes[name][1]
        return
    assert outcomes[name][0] == "done", outcomes[name]


def test_a_worker_is_nobody(outcomes):
    assert outcomes["identity"][1] == [True, [], True]
    assert set(outcomes["environment"][1]) <= {"HOME", "LANG", "OMP_NUM_THREADS", "PATH"}
