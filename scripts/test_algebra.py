#!/usr/bin/env python3
"""Every kernel on integers that wrap in place of floats (`tc-run --algebra`): what cpu and emulator compute has the bits of the reference
evaluator, in whatever order a schedule takes the terms of a sum.

usage: test_algebra.py FOLDER-OF-TOOLS [KERNEL ...]
"""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import kernels

# Each in a process of its own: the target, and mapping options by which sums are taken in another order.
WAYS = {
    "cpu": ["--target=cpu"],
    "emulator": ["--target=emulator"],
    "emulator, split": ["--target=emulator", "--option=reductions=2"],
    "emulator, launches": ["--target=emulator", "--option=launches=always"],
    "cpu, max": ["--target=cpu", "--option=fusion=max"],
    "emulator, max": ["--target=emulator", "--option=fusion=max"],
    "cpu, tiles": ["--target=cpu", "--option=tile=3,5,7", "--option=unroll=4"],
    "emulator, tiles": ["--target=emulator", "--option=tile=16,16,8", "--option=unroll=4", "--option=private=false"],
}


# What `tc-algebra` does not take yet, and where tiles of loops by hand may end in an error of isl.
NOT_TAKEN = {"scatter", "pair"}
WITHOUT_LOOPS = {"emulator, tiles"}


def chosen(only):
    """The kernels of all sets that run on integers."""
    every = kernels.load(("seed", "tc", "modern", "loops"))
    return [k for k in every if not NOT_TAKEN & set(k["features"]) and (not only or k["name"] in only)]


def problems(tools, todo, way):
    """A line for each kernel that does not have the bits of the reference."""
    lines = [kernels.command("", kernel, ["--algebra", "--check", "--json", *WAYS[way]])[1:] for kernel in todo]
    batch = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run([tools / "tc-run", "--batch=-"], input=batch, capture_output=True, text=True, timeout=600)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(todo):
        return [f"{way}: tc-run ended with status {done.returncode} at {todo[len(answers)]['name']}: {done.stderr.strip()[:2000]}"]
    found = []
    for kernel, answer in zip(todo, answers):
        if answer["status"] != 0:
            found.append(f"{way}: {kernel['name']}: {answer['stderr'].strip()[:2000]}")
        elif json.loads(answer["stdout"])["max_error"] != 0:
            found.append(f"{way}: {kernel['name']}: a result is not an integer, or was compared with a tolerance")
    return found


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: test_algebra.py FOLDER-OF-TOOLS [KERNEL ...]")
    tools, only = Path(sys.argv[1]).resolve(), sys.argv[2:]
    todo = chosen(only)

    def in_way(way):
        return problems(tools, [k for k in todo if way not in WITHOUT_LOOPS or k["set"] != "loops"], way)

    with ThreadPoolExecutor(2) as pool:
        found = [one for some in pool.map(in_way, WAYS) for one in some]
    for problem in found:
        print(f"error: {problem}")
    print(f"{len(todo)} kernels, {len(WAYS)} ways, {len(found)} problems")
    return 1 if found or not todo else 0


if __name__ == "__main__":
    sys.exit(main())
