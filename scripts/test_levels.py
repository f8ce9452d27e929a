#!/usr/bin/env python3
"""tc-opt accepts every level that tc-run prints, and continuing from it gives the same PTX, byte for byte.
Every level is also one that tc-run takes: on the same data it gives what the program gives, and a schedule what its statements give
in their own order.

usage: test_levels.py FOLDER-OF-TOOLS [KERNEL ...]
"""

import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import kernels
import numpy

LEVELS = ["tc", "schedule", "gpu", "llvm"]
BELOW_TC = ["schedule", "loops", "llvm"]
PIPELINE = "// pipeline: "


def run(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, **more)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))[:300]}\n{done.stderr.strip()[:2000]}")
    return done.stdout


def without_comments(text):
    return "\n".join(line for line in text.splitlines() if not line.startswith("//")).strip()


def check(tools, kernel):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        emits = [f"--emit={level}={folder / level}.mlir" for level in LEVELS] + [f"--emit=ptx={folder}/ptx"]
        run(kernels.command(tools / "tc-run", kernel, ["--target", "emulator"] + emits))
        due = (folder / "ptx").read_text()
        if ".entry" not in due:
            raise AssertionError("the PTX holds no kernel")
        for level in LEVELS:
            file = folder / f"{level}.mlir"
            text = file.read_text()
            if without_comments(run([tools / "tc-opt", file])) != without_comments(text):
                raise AssertionError(f"level {level}: tc-opt prints another text than it was given")
            line = next((line for line in text.splitlines() if line.startswith(PIPELINE)), None)
            if line is None:
                raise AssertionError(f"level {level}: no line '{PIPELINE}...'")
            lowered = run([tools / "tc-opt", f"--pass-pipeline={line[len(PIPELINE):]}", file])
            got = run([tools / "tc-translate", "--mlir-to-ptx", "-"], input=lowered)
            if got != due:
                raise AssertionError(f"level {level}: going on from it gives other PTX")


def contents(folder):
    """The bytes of each result. Below the tc level integers are signless, so types are not compared."""
    return {file.name: numpy.load(file).tobytes() for file in sorted(folder.glob("*.npy"))}


def check_runs(tools, kernel, target):
    """Each level below tc gives the results of the program, bit for bit."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        given = [f"--input={one['name']}=random:3" for one in kernel["inputs"]]
        scalars = kernel["small"].get("scalars", {})
        wanted = [one for one in given if one.split("=")[1] not in scalars]
        emits = [f"--emit={level}={folder / level}.mlir" for level in BELOW_TC]
        lines = [kernels.command("", kernel, [f"--target={target}", f"--output-dir={folder}/due"] + wanted + emits)[1:]]
        for level in BELOW_TC:
            more = ["--check"] if level == "schedule" else []
            # Scalars that are given like sizes are constants in the code; the function still has
            # the arguments.
            zeros = [f"--input={name}=zeros" for name in scalars]
            out = f"--output-dir={folder}/{level}"
            lines.append([f"{folder / level}.mlir", f"--target={target}", out] + wanted + zeros + more)
        for name in ["due"] + BELOW_TC:
            (folder / name).mkdir()
        batch = "".join(json.dumps(line) + "\n" for line in lines)
        done = subprocess.run([tools / "tc-run", "--batch=-"], input=batch, capture_output=True, text=True, timeout=300)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        if len(answers) != len(lines):
            raise AssertionError(f"{target}: tc-run ended with status {done.returncode} after {len(answers)} runs")
        for name, answer in zip(["due"] + BELOW_TC, answers):
            if answer["status"] != 0:
                raise AssertionError(f"{target}: {name}: {answer['stderr'].strip()[:2000]}")
        due = contents(folder / "due")
        for level in BELOW_TC:
            if not due or contents(folder / level) != due:
                raise AssertionError(f"{target}: level {level} gives other results than the program")


def main():
    tools, only = Path(sys.argv[1]).resolve(), sys.argv[2:]
    todo = [k for k in kernels.load() if not only or k["name"] in only]

    def work(kernel):
        try:
            check(tools, kernel)
            for target in ["cpu", "emulator"]:
                check_runs(tools, kernel, target)
            return None
        except (AssertionError, subprocess.TimeoutExpired) as problem:
            return f"{kernel['name']}: {problem}"

    with ThreadPoolExecutor(2) as pool:
        problems = [p for p in pool.map(work, todo) if p]
    for problem in problems:
        print(f"error: {problem}")
    print(f"{len(todo) - len(problems)} of {len(todo)} kernels: every level gives the same PTX and the same results")
    return 1 if problems or not todo else 0


if __name__ == "__main__":
    sys.exit(main())
