"""Ctrl-C: heard while the engine works, in processes of their own, since what is interrupted there goes on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import tensorcomp as tc

# Each work would take hours; `interrupted` sends the signal when it has begun, and says what came of it. The process ends with a status of its own while the work goes on.
BEGIN = """
import signal, sys, threading
import numpy as np, tensorcomp as tc
from tensorcomp import _engine

signal.signal(signal.SIGINT, signal.default_int_handler)

def interrupted(work):
    before = _engine.works()

    def send():
        while _engine.works() == before:
            pass
        signal.raise_signal(signal.SIGINT)

    sender = threading.Thread(target=send)
    sender.start()
    try:
        print("it ended:", work())
    except KeyboardInterrupt:
        print("interrupted with", _engine.works(), "at work")
    sender.join()

product = tc.define("def all(float(N) A, float(N) B, float(N) C, float(N) D) -> (s) { s +=! A(i) * B(j) * C(k) * D(l) + A(l) * B(k) * C(j) * D(i) }").only
long = [np.ones(3000, np.float32)] * 4
"""
END = "sys.exit(7)\n"


def run(script):
    folder = str(Path(tc.__file__).parent.parent)
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join([folder, os.environ.get("PYTHONPATH", "")]))
    done = subprocess.run([sys.executable, "-c", BEGIN + script + END], capture_output=True, text=True, env=environment)
    assert done.returncode == 7, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("target", ["cpu", "emulator", "reference"])
def test_a_run_is_interrupted_and_left_behind(target):
    lines = run(f"""
kernel = product.compile(*long, target="{target}")
interrupted(lambda: kernel(*long))
print(kernel.name, tc.define("def one() -> (float(1) y) {{ y(i) = 1 where i in 0:1 }}").only())
""")
    assert lines == ["interrupted with 1 at work", "all [1.]"]


def test_a_profile_is_interrupted_too():
    lines = run("""
kernel = product.compile(*long)
interrupted(lambda: kernel.run(*long, profile=True))
""")
    assert lines == ["interrupted with 1 at work"]


def test_a_compilation_goes_on_behind_an_interruption_and_the_next_call_has_its_kernel():
    lines = run("""
_engine.compilations_wait(True)
few = [np.ones(3, np.float32)] * 4
interrupted(lambda: product(*few))
interrupted(lambda: product.compile(*few))
_engine.compilations_wait(False)
print(product(*few))
""")
    assert lines == ["interrupted with 1 at work", "interrupted with 2 at work", "162.0"]


def test_the_arrays_of_a_run_that_is_left_behind_stay():
    lines = run("""
import gc, weakref

class Array(np.ndarray):
    pass

given = [np.ones(3000, np.float32).view(Array) for _ in range(4)]
kernel = product.compile(*given)
known = [weakref.ref(one) for one in given]
interrupted(lambda: kernel(*given))
del given
gc.collect()
print([one() is None for one in known])
given = [np.ones(3, np.float32).view(Array) for _ in range(4)]
known = [weakref.ref(one) for one in given]
print(product(*given))
del given
gc.collect()
print([one() is None for one in known])
""")
    assert lines == ["interrupted with 1 at work", str([False] * 4), "162.0", str([True] * 4)]


def test_what_a_handler_of_another_signal_raises_ends_the_wait_and_what_returns_does_not():
    lines = run("""
seen = []
signal.signal(signal.SIGINT, lambda *_: seen.append("heard"))
few = [np.ones(3, np.float32)] * 4

def handler(*_):
    seen.append("heard")
    _engine.compilations_wait(False)

signal.signal(signal.SIGINT, handler)
_engine.compilations_wait(True)
interrupted(lambda: product(*few))
print(seen)
""")
    assert lines == ["it ended: 162.0", "['heard']"]


def test_other_threads_are_not_interrupted():
    lines = run("""
few = [np.ones(3, np.float32)] * 4
thread = threading.Thread(target=lambda: print(product(*few)))
thread.start()
thread.join()
print(_engine.works())
""")
    assert lines == ["162.0", "0"]


def test_a_search_that_reads_its_program_is_interrupted(tmp_path):
    lines = run(f"""
interrupted(lambda: product.tune(*long, budget=1000000, store={str(tmp_path)!r}))
""")
    assert len(lines) == 1 and lines[0].startswith("interrupted with"), lines
