#!/usr/bin/env python3
"""Brings jobs of tc-tune to Slurm, as a job array: tc-tune ... --through 'python3 scripts/cluster/slurm.py' --folder DIR

usage: slurm.py JOBS.jsonl ROWS

What stands in TC_TUNE_SBATCH goes to sbatch too, such as `--partition=short --time=10 --constraint=icelake`: times of different processors are not
compared, so name one kind. Lines without a row are handed out again.
"""

import os
import shlex
import subprocess
import sys

import jobs


def hand_out(file, rows, lines):
    command = shlex.join(jobs.command(file, 0, rows)).replace("--line 0", "--line $SLURM_ARRAY_TASK_ID")
    array = ",".join(map(str, lines))
    more = shlex.split(os.environ.get("TC_TUNE_SBATCH", ""))
    subprocess.run(["sbatch", "--wait", f"--array={array}", "--ntasks=1", "--requeue", "--output=/dev/null", *more, f"--wrap={command}"], check=False)


def main(given):
    if len(given) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    file, rows = given
    return jobs.until_done(file, rows, lambda lines: hand_out(file, rows, lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
