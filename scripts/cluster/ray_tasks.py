#!/usr/bin/env python3
"""Brings jobs of tc-tune to a cluster of Ray: tc-tune ... --through 'python3 scripts/cluster/ray_tasks.py' --folder DIR

usage: ray_tasks.py JOBS.jsonl ROWS

The cluster is the one that RAY_ADDRESS names; without it, one on this machine. A task whose machine is lost is started again by Ray.
"""

import subprocess
import sys

import jobs

# Machines that a task may lose.
RETRIES = 5


def hand_out(ray, file, rows, lines):
    def work(line):
        return subprocess.run(jobs.command(file, line, rows), stdout=subprocess.DEVNULL, check=False).returncode

    task = ray.remote(num_cpus=1, max_retries=RETRIES)(work)
    ray.get([task.remote(line) for line in lines])


def main(given):
    if len(given) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        import ray
    except ImportError:
        print("error: the package ray is missing: pip install ray", file=sys.stderr)
        return 1
    file, rows = given
    ray.init(ignore_reinit_error=True)
    return jobs.until_done(file, rows, lambda lines: hand_out(ray, file, rows, lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
