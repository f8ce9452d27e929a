#!/usr/bin/env python3
"""Brings jobs of tc-tune to the workers of HyperQueue: tc-tune ... --through 'python3 scripts/cluster/hq.py' --folder DIR

usage: hq.py [--server-dir DIR | --local N] JOBS.jsonl ROWS

A server and its workers are started before, as HyperQueue's manual says (`hq server start`, `hq worker start`, or its automatic allocation through Slurm
or PBS). With --local, a server and N workers of one core each run in this process, from the package `hyperqueue` alone. A task whose worker is lost is
started again by HyperQueue; one that ended without a row, by this script.
"""

import argparse
import sys

import jobs

# Workers that a task may lose before HyperQueue gives it up.
CRASHES = 5


def hand_out(client, file, rows, lines):
    from hyperqueue import Job

    job = Job(max_fails=len(lines), name="tc-tune")
    for line in lines:
        job.program(jobs.command(file, line, rows), stdout=None, stderr=None, crash_limit=CRASHES)
    client.wait_for_jobs([client.submit(job)], raise_on_error=False)


def main(given):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--server-dir", metavar="DIR", help="that of the server (HyperQueue's own default)")
    where.add_argument("--local", type=int, metavar="N", help="a server and N workers in this process")
    parser.add_argument("jobs", metavar="JOBS.jsonl")
    parser.add_argument("rows", metavar="ROWS")
    options = parser.parse_args(given)
    try:
        from hyperqueue import Client, LocalCluster
        from hyperqueue.cluster import WorkerConfig
    except ImportError:
        print("error: the package hyperqueue is missing: pip install hyperqueue", file=sys.stderr)
        return 1
    if options.local is None:
        client = Client(options.server_dir)
        return jobs.until_done(options.jobs, options.rows, lambda lines: hand_out(client, options.jobs, options.rows, lines))
    with LocalCluster() as cluster:
        for _ in range(options.local):
            cluster.start_worker(WorkerConfig(cores=1))
        client = cluster.client()
        return jobs.until_done(options.jobs, options.rows, lambda lines: hand_out(client, options.jobs, options.rows, lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
