"""What the adapters share: the commands of a batch of jobs whose rows are missing."""

import os
from pathlib import Path

# How often jobs are handed out again whose row does not appear, as after a machine has died.
ATTEMPTS = 4


def tool():
    """The program that does a job: TC_TUNE, or tc-tune of the path."""
    return os.environ.get("TC_TUNE", "tc-tune")


def missing(jobs, rows):
    """The lines of a file of jobs without a row."""
    count = len(Path(jobs).read_text().splitlines())
    return [line for line in range(count) if not (Path(rows) / f"{line}.json").exists()]


def command(jobs, line, rows):
    return [tool(), "worker", "--jobs", str(jobs), "--line", str(line), "--rows", str(rows)]


def until_done(jobs, rows, hand_out):
    """Hands out the lines that are missing, again if need be; the exit status."""
    for _ in range(ATTEMPTS):
        left = missing(jobs, rows)
        if not left:
            return 0
        hand_out(left)
    return 1 if missing(jobs, rows) else 0
