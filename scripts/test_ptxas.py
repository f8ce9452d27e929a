#!/usr/bin/env python3
"""NVIDIA's assembler accepts the PTX of every kernel for sm_90a, also with source lines, and in fast mode that of every kernel with built-in functions.

usage: test_ptxas.py FOLDER-OF-TOOLS [KERNEL ...]
"""

import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import kernels


def find_ptxas():
    found = sorted(Path(sys.prefix).glob("lib/python*/site-packages/nvidia/cuda_nvcc/bin/ptxas"))
    if not found:
        sys.exit("error: no ptxas in the virtual environment: run ./x setup")
    return found[0]


def check(ptxas, tools, kernel, options):
    shown = " ".join([kernel["name"], *options])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kernel.ptx"
        emit = kernels.command(tools / "tc-run", kernel, ["--target", "emulator", *options, f"--emit=ptx={file}"])
        for command in (emit, [ptxas, "-arch=sm_90a", "-v", file, "-o", f"{file}.cubin"]):
            done = subprocess.run(command, capture_output=True, text=True, timeout=300)
            if done.returncode != 0:
                return f"{shown}: {Path(command[0]).name}: {done.stderr.strip()[:1500]}", ""
        facts = re.findall(r"Used (\d+) registers|(\d+) bytes spill stores", done.stderr)
        registers = [int(r) for r, _ in facts if r]
        spills = [int(s) for _, s in facts if s]
        return None, f"{shown:20} {len(registers)} kernels, at most {max(registers)} registers, {sum(spills)} bytes of spills"


def main():
    ptxas, tools, only = find_ptxas(), Path(sys.argv[1]).resolve(), sys.argv[2:]
    todo = [k for k in kernels.load() if not only or k["name"] in only]
    todo = [(kernel, options) for kernel in todo for options in ([], ["-g"])] + [(kernel, ["--option", "math=fast"]) for kernel in todo if "builtin" in kernel["features"]]
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda case: check(ptxas, tools, *case), todo))
    for problem, facts in results:
        print(f"error: {problem}" if problem else facts)
    failed = sum(1 for problem, _ in results if problem)
    print(f"{len(todo) - failed} of {len(todo)} kernels assembled")
    return 1 if failed or not todo else 0


if __name__ == "__main__":
    sys.exit(main())
