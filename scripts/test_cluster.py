#!/usr/bin/env python3
"""Searches through other processes give the rows that a search here gives, whatever dies on the way.

HyperQueue is the real one, from its package: a server and two workers. Slurm and Ray are fakes (`scripts/cluster/fakes`), which each lose a job.

usage: test_cluster.py FOLDER-OF-TOOLS
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLUSTER = ROOT / "scripts" / "cluster"
TEXT = "def mv(float(M,K) A, float(K) x) -> (y) { y(i) +=! A(i,k) * x(k) }\n"
TRIALS = 13


def search(tools, folder, *more, **environment):
    """The rows of a search without a clock, in batches of four."""
    program, log = folder / "mv.tc", folder / "log.jsonl"
    program.write_text(TEXT)
    line = [tools / "tc-tune", program, "--size", "M=100", "--size", "K=64", "--static", "--budget", str(TRIALS), "--batch", "4", "--no-store", "--log", log, *more]
    done = subprocess.run([str(word) for word in line], capture_output=True, text=True, check=False, env={**os.environ, "TC_TUNE": str(tools / "tc-tune"), **environment})
    if done.returncode != 0:
        raise SystemExit(f"error: {' '.join(map(str, more)) or 'here'}: {done.stderr.strip()[-2000:]}")
    return log.read_text()


def killer(folder, tools):
    """A stand-in of the tool that is killed in its first life, in the middle of its work, and is the tool from then on; the folder tells its lives."""
    script, lives = folder / "tc-tune-killed", folder / "lives"
    lives.mkdir()
    script.write_text(f"""#!{sys.executable}
import os, signal, sys
lives = {str(lives)!r}
try:
    os.mkdir(os.path.join(lives, "killed"))
    os.kill(os.getpid(), signal.SIGKILL)
except FileExistsError:
    os.execv({str(tools / "tc-tune")!r}, ["tc-tune", *sys.argv[1:]])
""")
    script.chmod(0o755)
    return script, lives


def batch(tools, folder):
    """The jobs of a batch, made by a search whose command takes a copy of them and hands nothing out."""
    copy = folder / "jobs.jsonl"
    script = folder / "copy.sh"
    script.write_text(f'#!/bin/sh\n[ $(wc -l < "$1") -lt 2 ] || {{ cp "$1" {copy}; exit 1; }}\nexec {tools}/tc-tune worker --jobs "$1" --line 0 --rows "$2" > /dev/null\n')
    script.chmod(0o755)
    program = folder / "mv.tc"
    program.write_text(TEXT)
    line = [tools / "tc-tune", program, "--size", "M=100", "--size", "K=64", "--static", "--budget", "9", "--batch", "8", "--no-store", "--through", script, "--folder", folder / "copied"]
    done = subprocess.run([str(word) for word in line], capture_output=True, text=True, check=False)
    if done.returncode == 0 or "8 of 8 rows are missing" not in done.stderr:
        raise SystemExit(f"error: a command that loses all rows: {done.stderr}")
    return copy


def server_dies(tools, folder):
    """The server is killed with its two workers after the first row; another one finishes, and does no job twice."""
    jobs, rows, log = batch(tools, folder), folder / "rows", folder / "done"
    rows.mkdir()
    slow = folder / "tc-tune-logged"
    # Each job waits for a turn, which this test gives: so the server dies with jobs under way.
    slow.write_text(f'#!/bin/sh\nread turn < {folder}/turns\necho "$5" >> {log}\nexec {tools}/tc-tune "$@"\n')
    slow.chmod(0o755)
    os.mkfifo(folder / "turns")
    command = [sys.executable, CLUSTER / "hq.py", "--local", "2", jobs, rows]
    environment = dict(os.environ, TC_TUNE=str(slow))
    first = subprocess.Popen([str(word) for word in command], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    (folder / "turns").write_text("turn\n")
    while not list(rows.glob("*.json")):
        if first.poll() is not None:
            raise SystemExit("error: HyperQueue ended before the first row")
    before = {path.name: path.stat().st_mtime_ns for path in rows.glob("*.json")}
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    environment["TC_TUNE"] = str(tools / "tc-tune")
    subprocess.run([str(word) for word in command], env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = {path.name: path.stat().st_mtime_ns for path in rows.glob("*.json")}
    if len(after) != 8 or any(after[name] != time for name, time in before.items()):
        raise SystemExit(f"error: after the death of the server: {before} and {after}")


def main():
    tools = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="tc-cluster-") as name:
        folder = Path(name)

        def through(name, adapter, **environment):
            own = folder / name
            own.mkdir()
            script = f"{sys.executable} {CLUSTER / adapter}"
            return search(tools, own, "--through", script, "--folder", own / "shared", **environment)

        (folder / "here").mkdir()
        here = search(tools, folder / "here")
        if len(here.splitlines()) != TRIALS + 2:
            raise SystemExit(f"error: expected {TRIALS} rows, found\n{here}")
        stand_in, lives = killer(folder, tools)
        found = {
            "HyperQueue, two workers": through("hq", "hq.py --local 2"),
            "HyperQueue, a job killed": through("killed", "hq.py --local 2", TC_TUNE=str(stand_in)),
            "Slurm (fake)": through("slurm", "slurm.py", PATH=f"{CLUSTER / 'fakes'}:{os.environ['PATH']}", FAKE_SBATCH_LOG=str(folder / "sbatch"), TC_TUNE_SBATCH="--partition=short"),
            "Ray (fake)": through("ray", "ray_tasks.py", PYTHONPATH=str(CLUSTER / "fakes")),
        }
        for name, rows in found.items():
            if rows != here:
                raise SystemExit(f"error: {name}: other rows than here\n{rows}\n{here}")
        if not (lives / "killed").exists():
            raise SystemExit("error: no job was killed")
        # The first batch is the defaults alone, whose only line is lost; the second has four.
        calls = (folder / "sbatch").read_text().splitlines()
        if calls[:3] != ["0 short", "0 short", "0,1,2,3 short"]:
            raise SystemExit(f"error: sbatch was called with {calls}")
        (folder / "dies").mkdir()
        server_dies(tools, folder / "dies")
    print(f"{len(found)} ways to other processes give the rows of a search here; a server that died lost nothing")
    return 0


if __name__ == "__main__":
    sys.exit(main())
