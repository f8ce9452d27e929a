#!/usr/bin/env python3
"""Two builds of tc-run make the same code: every level that they print, PTX and results, byte by byte.

usage: same_code.py OLD-TC-RUN NEW-TC-RUN [--which small|large] [--without-pipelines] [KERNEL ...]      all kernels without a name

For a change that moves code and must not change what it does. Each kernel of the suite is compiled for the CPU and for the emulator by one process of each
build; a refusal counts by its message. Prints the texts that differ, with the first line that does, and ends with status 1 if there is one.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import kernels

LEVELS = {"cpu": ["tc", "schedule", "loops", "llvm"], "emulator": ["tc", "schedule", "gpu", "llvm", "ptx"]}


def commands(kernel, which, folder):
    """One command line for each target and set of sizes; results of small sizes are kept too."""
    for at, sizes in enumerate([kernel["small"]] if which == "small" else kernel["large"]):
        yield from commands_at(kernel, sizes["sizes"] | sizes.get("scalars", {}), sizes.get("scalars", {}), folder / str(at), which == "small")


def commands_at(kernel, sizes, scalars, folder, runs):
    folder.mkdir()
    for target, levels in LEVELS.items():
        line = [str(kernels.FOLDER / kernel["file"]), "--entry", kernel["entry"], f"--target={target}"]
        line += [f"--size={name}={value}" for name, value in sizes.items()]
        line += [f"--emit={level}={folder}/{target}.{level}" for level in levels]
        if runs:
            line += [f"--input={one['name']}=random:3" for one in kernel["inputs"] if one["name"] not in scalars]
            line += [f"--output-dir={folder}/{target}"]
            (folder / target).mkdir()
        yield line


def without_pipeline(text):
    first, _, rest = text.partition(b"\n")
    return rest if first.startswith(b"// pipeline: ") else text


def made(tool, kernel, which):
    """What a build makes of a kernel: texts and results by name."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        lines = list(commands(kernel, which, folder))
        batch = "".join(json.dumps(line) + "\n" for line in lines)
        done = subprocess.run([tool, "--batch=-"], input=batch, capture_output=True, text=True, timeout=600)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        found = {f"{number}: status and messages": f"{one['status']} {one['stderr']}".replace(str(folder), "").encode() for number, one in enumerate(answers)}
        for file in folder.rglob("*"):
            if file.is_file():
                found[str(file.relative_to(folder))] = file.read_bytes().replace(str(folder).encode(), b"")
        return found


def first_difference(old, new):
    for number, (a, b) in enumerate(zip(old.splitlines(), new.splitlines()), 1):
        if a != b:
            return f"line {number}: {a[:160]!r} was, {b[:160]!r} is"
    return "one is longer"


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("old", type=Path)
    arguments.add_argument("new", type=Path)
    arguments.add_argument("kernels", nargs="*")
    arguments.add_argument("--which", choices=["small", "large"], default="small")
    arguments.add_argument("--without-pipelines", action="store_true", help="do not compare the lines that name the passes that are left")
    given = arguments.parse_args()
    todo = [one for one in kernels.load(("seed", "tc", "modern", "loops")) if not given.kernels or one["name"] in given.kernels]

    def work(kernel):
        old, new = (made(tool.resolve(), kernel, given.which) for tool in (given.old, given.new))
        if given.without_pipelines:
            old, new = ({name: without_pipeline(text) for name, text in one.items()} for one in (old, new))
        if len(old) < len(LEVELS):
            return [f"{kernel['name']}: tc-run gave no answer"], 0
        differ = [name for name in sorted(old.keys() | new.keys()) if old.get(name) != new.get(name)]
        return [f"{kernel['name']}: {name}: {first_difference(old.get(name, b''), new.get(name, b''))}" for name in differ], len(old)

    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(work, todo))
    problems = [one for found, _ in results for one in found]
    print("\n".join(problems), end="\n" if problems else "")
    print(f"{len(todo)} kernels: {sum(count for _, count in results)} texts and results compared, {len(problems)} differ")
    return 1 if problems or not todo else 0


if __name__ == "__main__":
    sys.exit(main())
