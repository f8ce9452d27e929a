#!/usr/bin/env python3
"""Searches through other processes give the rows that a search here gives, whatever dies on the way.

HyperQueue is the real one, from its package: a server and two workers. Slurm and Ray are fakes (`scripts/cluster/fakes`), which each lose a job.

usage: test_cluster.py FOLDER-OF-TOOLS
"""

import json
import os
import signal
import socket
import stat
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


class LosesWorker:
    """A client of HyperQueue that cuts the connection of one worker off while each of the two has a job under way, then lets all jobs go on."""

    def __init__(self, client, port, folder):
        self.client, self.port, self.folder = client, port, folder
        # Both ends stay open: no job waits for somebody who reads what it says.
        self.started, self.turns = (os.fdopen(os.open(folder / name, os.O_RDWR), mode) for name, mode in (("started", "r"), ("turns", "w")))

    def submit(self, job):
        return self.client.submit(job)

    def wait_for_jobs(self, jobs, **more):
        for _ in range(2):
            self.started.readline()
        cut_off(self.port)
        self.turns.write("turn\n" * 100)
        self.turns.flush()
        return self.client.wait_for_jobs(jobs, **more)


def cut_off(port):
    """Ends the first connection of this process to a port of its own, at the end of who called."""
    for name in sorted(os.listdir("/proc/self/fd"), key=int):
        try:
            if not stat.S_ISSOCK(os.fstat(int(name)).st_mode):
                continue
            with socket.socket(fileno=os.dup(int(name))) as one:
                if one.family == socket.AF_INET and one.getpeername()[1] == port:
                    return one.shutdown(socket.SHUT_RDWR)
        except OSError:
            # Closed since it was listed, or it listens.
            continue
    raise SystemExit(f"error: no connection to port {port}")


def worker_dies(tools, folder, jobs):
    """One of two workers is lost with a job under way; HyperQueue gives that job to the other one, and no row is lost.

    The package of HyperQueue has no worker that is a process of its own. What a server sees of a worker that dies is the end of its connection.
    """
    sys.path.insert(0, str(CLUSTER))
    import hq
    from hyperqueue import LocalCluster
    from hyperqueue.cluster import WorkerConfig

    rows, here, log, server = folder / "rows", folder / "here", folder / "log", folder / "server"
    for one in (rows, here, server):
        one.mkdir()
    for name in ("started", "turns"):
        os.mkfifo(folder / name)
    script = folder / "tc-tune-waits"
    script.write_text(f'#!/bin/sh\necho "$5 $HQ_INSTANCE_ID" >> {log}\necho > {folder}/started\nread turn < {folder}/turns\nexec {tools}/tc-tune "$@" > /dev/null\n')
    script.chmod(0o755)
    os.environ["TC_TUNE"] = str(script)
    with LocalCluster(str(server)) as cluster:
        for _ in range(2):
            cluster.start_worker(WorkerConfig(cores=1))
        port = json.loads((server / "hq-current" / "access.json").read_text())["worker"]["port"]
        client = LosesWorker(cluster.client(), port, folder)
        hq.hand_out(client, jobs, rows, range(8))
    for line in range(8):
        subprocess.run([tools / "tc-tune", "worker", "--jobs", jobs, "--line", str(line), "--rows", here], check=True, stdout=subprocess.DEVNULL)
    found, due = ({path.name: path.read_text() for path in one.glob("*.json")} for one in (rows, here))
    starts = sorted(log.read_text().splitlines())
    again = [line for line in starts if not line.endswith(" 0")]
    if found != due or len(due) != 8:
        raise SystemExit(f"error: after the loss of a worker: {found}, where {due} is due")
    if len(starts) != 9 or len(again) != 1 or again[0].replace(" 1", " 0") not in starts:
        raise SystemExit(f"error: the job of the lost worker was not started again, once: {starts}")


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
        (folder / "lost").mkdir()
        worker_dies(tools, folder / "lost", batch(tools, folder / "lost"))
    print(f"{len(found)} ways to other processes give the rows of a search here; a server that died and a worker that was lost took nothing with them")
    return 0


if __name__ == "__main__":
    sys.exit(main())
