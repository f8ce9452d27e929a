"""Runs a command, interrupts it when it says that trial 1 is the best so far, and says how it ended and which of its processes are left.

usage: interrupt.py SIGNAL COMMAND...
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

MARK = f"TC_TEST_OF_INTERRUPTION={os.getpid()}"


def marked(process):
    try:
        return MARK in (process / "environ").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        return False


name, value = MARK.split("=")
# A script in the background ignores interruptions, and so would what it starts.
heard = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
tune = subprocess.Popen(sys.argv[2:], env=dict(os.environ, **{name: value}), stderr=subprocess.PIPE, text=True, preexec_fn=heard)
for line in tune.stderr:
    if line.startswith("trial 1: best"):
        tune.send_signal(signal.Signals[sys.argv[1]])
        break
tune.stderr.read()
print("status", tune.wait(), flush=True)
print("left", [(process / "cmdline").read_text() for process in Path("/proc").glob("[0-9]*") if marked(process)])
