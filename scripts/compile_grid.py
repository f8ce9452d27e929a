#!/usr/bin/env python3
"""Compiles every kernel of the suite at many sizes, and convolutions of all kinds, for the GPU and the CPU: none may be a cliff.

usage: compile_grid.py TC-RUN [--sizes 16,32,...] [--target emulator,cpu] [--above SECONDS] [--limit SECONDS] [--part N/M] [NAME ...]     all programs without a name

Each program is compiled with all of its sizes equal, to PTX or to LLVM's IR. A compilation is answered when it makes code or says why there is none (an array of
1024^6 elements has no kernel). Prints each one that takes more processor time than `--above` (5 s), slowest first, and ends with status 1 if one takes more than
`--limit`. `--part N/M` takes every M-th compilation from the N-th on: `./x test grid` runs one part, `./x bench grid` all of them.
"""

import argparse
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import kernels

SIZES = [16, 32, 64, 128, 256, 512, 1024]
CODE = {"emulator": "ptx", "cpu": "llvm"}
CONVOLUTIONS = ("plain", "strided", "padded", "strided-padded", "transposed")


def convolution(dims, kind):
    """The text of a convolution in so many dimensions."""
    place, tap = [f"x{at}" for at in range(dims)], [f"k{at}" for at in range(dims)]
    size, taps = [f"S{at}" for at in range(dims)], [f"K{at}" for at in range(dims)]
    stride = 2 if "strided" in kind else 1
    read = [f"{stride}*{x}+{k}{'-1' if 'padded' in kind else ''}" for x, k in zip(place, tap)]
    ranges, conditions = "", []
    if kind == "transposed":
        read = [f"({x}-{k})/2" for x, k in zip(place, tap)]
        conditions = [f"({x}-{k}) % 2 == 0" for x, k in zip(place, tap)]
        ranges = " where " + ", ".join(f"{x} in 0:2*{s}+{k}-2" for x, s, k in zip(place, size, taps))
    elif "padded" in kind:
        ranges = " where " + ", ".join(f"{x} in 0:({s}+{stride - 1})/{stride}" for x, s in zip(place, size))
    image = f"I(n,c,{','.join(read)})"
    if ranges:
        conditions += [f"{at} >= 0 && {at} < {s}" for at, s in zip(read, size)]
        image = f"({' && '.join(conditions)} ? {image} : 0.0)"
    return (
        f"def convolution(float(N,C,{','.join(size)}) I, float(F,C,{','.join(taps)}) W) -> (O) {{\n"
        f"  O(n,f,{','.join(place)}) +=! {image} * W(f,c,{','.join(tap)}){ranges}\n}}\n"
    )


def jobs(sizes, targets, names):
    """A name, the command line behind `tc-run`, and the text for its standard input."""
    for size in sizes:
        for target in targets:
            line = [f"--target={target}", f"--emit={CODE[target]}=/dev/null", "--cache=off"]
            for kernel in kernels.load(("seed", "tc", "modern", "loops")):
                given = {name: size for name in kernel["small"]["sizes"]} | kernel["small"].get("scalars", {})
                file = [str(kernels.FOLDER / kernel["file"]), "--entry", kernel["entry"]]
                yield kernel["entry"], size, target, file + line + [f"--size={name}={value}" for name, value in given.items()], None
            for dims in (1, 2, 3):
                for kind in CONVOLUTIONS:
                    given = {"N": 8, "C": 16, "F": 32} | {f"S{at}": size for at in range(dims)} | {f"K{at}": 3 for at in range(dims)}
                    line_of = ["-"] + line + [f"--size={name}={value}" for name, value in given.items()]
                    yield f"{kind} convolution, {dims} dimensions", size, target, line_of, convolution(dims, kind)


def run(tc_run, job, limit):
    """The job, its seconds of processor time, and what went wrong."""
    name, size, target, line, text = job
    # A process that sleeps is a problem too.
    process = subprocess.Popen(["timeout", str(int(4 * limit)), tc_run, *line], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    process.stdin.write(text or "")
    process.stdin.close()
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    refused = process.returncode in (1, 3) and "error" in errors
    answered = process.returncode == 0 or refused
    return {
        "program": name,
        "size": size,
        "target": target,
        "seconds": round(usage.ru_utime + usage.ru_stime, 2),
        "refused": errors.splitlines()[0] if refused else None,
        "problem": None if answered else f"status {process.returncode}: {errors[-300:]}",
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tc_run")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--target", default="emulator,cpu")
    parser.add_argument("--above", type=float, default=5)
    parser.add_argument("--limit", type=float, default=25)
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_intermixed_args()
    part, parts = map(int, given.part.split("/"))
    all_jobs = [job for job in jobs(map(int, given.sizes.split(",")), given.target.split(","), given.names) if not given.names or any(name in job[0] for name in given.names)]
    chosen = all_jobs[part::parts]
    if not chosen:
        sys.exit("error: no program has such a name")
    results = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for result in pool.map(lambda job: run(given.tc_run, job, given.limit), chosen):
            results.append(result)
            if sys.stderr.isatty():
                print(f"\r{len(results)} of {len(chosen)}", end="", file=sys.stderr)
    wrong = [one for one in results if one["problem"] or one["seconds"] > given.limit]
    if given.json:
        print(json.dumps(results, indent=1))
    else:
        for one in sorted(results, key=lambda one: -one["seconds"]):
            if one["seconds"] > given.above or one["problem"]:
                print(f"{one['seconds']:7.2f} s  {one['program']}, sizes {one['size']}, {one['target']}  {one['problem'] or one['refused'] or ''}")
        above, refused = sum(one["seconds"] > given.above for one in results), sum(one["refused"] is not None for one in results)
        total = sum(one["seconds"] for one in results)
        print(f"{len(results)} compilations, {total:.0f} s of processor time; {above} above {given.above:g} s; {refused} without a kernel, with the reason; {len(wrong)} problems")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
