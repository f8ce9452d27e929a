#!/usr/bin/env python3
"""Every level that tc-run prints is one that tc-opt takes unchanged, and going on from it gives the same PTX, byte for byte.

usage: test_levels.py FOLDER-OF-TOOLS [KERNEL ...]
"""

import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import kernels

LEVELS = ["tc", "schedule", "gpu", "llvm"]
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


def main():
    tools, only = Path(sys.argv[1]).resolve(), sys.argv[2:]
    todo = [k for k in kernels.load() if not only or k["name"] in only]

    def work(kernel):
        try:
            check(tools, kernel)
            return None
        except (AssertionError, subprocess.TimeoutExpired) as problem:
            return f"{kernel['name']}: {problem}"

    with ThreadPoolExecutor(2) as pool:
        problems = [p for p in pool.map(work, todo) if p]
    for problem in problems:
        print(f"error: {problem}")
    print(f"{len(todo) - len(problems)} of {len(todo)} kernels: every level goes on to the same PTX")
    return 1 if problems or not todo else 0


if __name__ == "__main__":
    sys.exit(main())
