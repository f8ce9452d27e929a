#!/usr/bin/env python3
"""Kernels with random mapping options, on integers that wrap in place of floats (`tc-run --algebra`): cpu and emulator compute the bits of the
reference evaluator whatever loops, tiles, blocks and memories the options make.

usage: test_random_options.py FOLDER-OF-TOOLS [--sets N] [--seed N] [--kernels N] [KERNEL ...]
"""

import argparse
import json
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import kernels

SIZES = [1, 2, 3, 4, 5, 7, 8, 16, 32]
THREADS = [(), (1,), (7,), (32,), (4, 32), (8, 8), (3, 5, 2), (1, 2, 64)]
GRIDS = [(), (), (1,), (3,), (2, 5), (4, 1, 3)]
CHOICES = {
    "unroll": [1, 2, 7, 64, 256],
    "fusion": ["rows", "parallel", "preserve3", "max", "min"],
    "intra_fusion": ["rows", "max", "min"],
    "reductions": [0, 2, 16, 64],
    "launches": ["always", "never"],
    **{name: ["true", "false"] for name in ("shared", "vector", "pad", "private", "factors", "skewing", "nonnegative", "intra_skewing", "intra_nonnegative", "swizzle", "unroll_copies", "unroll_tile")},
}


def drawn(dice, target):
    """A set of options, each of them legal alone and with the others; an option that is not drawn has its default.

    >>> drawn(random.Random(1), "cpu") == drawn(random.Random(1), "cpu")
    True
    """
    options = {name: str(dice.choice(values)) for name, values in CHOICES.items() if dice.random() < 0.3}
    if dice.random() < 0.6:
        options["tile"] = ",".join(str(dice.choice(SIZES)) for _ in range(dice.randint(1, 5)))
    if dice.random() < 0.3:
        options["time_tile"] = ",".join(str(dice.choice(SIZES)) for _ in range(dice.randint(2, 4)))
    if target == "emulator":
        for name, lists in (("block", THREADS), ("grid", GRIDS)):
            sizes = dice.choice(lists)
            if sizes:
                options[name] = ",".join(str(size) for size in sizes)
    return [f"--option={name}={value}" for name, value in sorted(options.items())]


def problems(tools, runs):
    """A line for each run whose results have other bits than the reference, or that was refused."""
    lines = [kernels.command("", kernel, ["--algebra", "--check", "--json", f"--target={target}", *options])[1:] for kernel, target, options in runs]
    found, begin = [], 0
    while begin < len(lines):
        batch = "".join(json.dumps(line) + "\n" for line in lines[begin:])
        done = subprocess.run([tools / "tc-run", "--batch=-"], input=batch, capture_output=True, text=True, check=False)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        for (kernel, target, options), answer in zip(runs[begin:], answers):
            line = f"{kernel['name']} on {target}, {' '.join(options) or 'defaults'}"
            if answer["status"] != 0:
                found.append(f"{line}: {answer['stderr'].strip()[:1000]}")
            elif json.loads(answer["stdout"])["max_error"] != 0:
                found.append(f"{line}: other bits than the reference")
        begin += len(answers)
        if begin < len(lines):
            kernel, target, options = runs[begin]
            found.append(f"{kernel['name']} on {target}, {' '.join(options)}: tc-run ended with status {done.returncode}: {done.stderr.strip()[-1000:]}")
            begin += 1
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tools", type=Path, metavar="FOLDER-OF-TOOLS")
    parser.add_argument("--sets", type=int, default=10, metavar="N", help="sets of options for each kernel and target (10)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="where the draws begin (1)")
    parser.add_argument("--kernels", type=int, metavar="N", help="draw so many kernels; all of them without it")
    parser.add_argument("names", nargs="*", metavar="KERNEL")
    given = parser.parse_intermixed_args()
    todo = [kernel for kernel in kernels.load() if not given.names or kernel["name"] in given.names]
    if given.kernels is not None:
        todo = random.Random(given.seed).sample(todo, min(given.kernels, len(todo)))
    # A draw depends on the seed, the kernel and the target alone, so that a failure can be run again by itself.
    ways = [
        [(kernel, target, drawn(dice, target)) for kernel in todo for dice in [random.Random(f"{given.seed} {kernel['name']} {target}")] for _ in range(given.sets)]
        for target in ("cpu", "emulator")
    ]
    with ThreadPoolExecutor(2) as pool:
        found = [one for some in pool.map(lambda way: problems(given.tools.resolve(), way), ways) for one in some]
    for problem in found:
        print(f"error: {problem}")
    print(f"{len(todo)} kernels, {given.sets} sets of options each on cpu and emulator, {len(found)} problems")
    return 1 if found or not todo or given.sets < 1 else 0


if __name__ == "__main__":
    sys.exit(main())
