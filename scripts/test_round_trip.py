#!/usr/bin/env python3
"""TC text to the tc dialect, back to text, and to the dialect again: the same IR and the same canonical form.

usage: test_round_trip.py TOOLS_FOLDER

Takes every .tc file of the repository that compiles.
"""

import concurrent.futures
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(tool, *arguments, text=None):
    done = subprocess.run([tool, *arguments], input=text, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def check(tool, file):
    """The error in the round trip of a file; none if there is none, `refused` if the file does not compile."""
    status, first, _ = run(tool, "--tc-to-mlir", str(file))
    if status != 0:
        return "refused"
    status, text, errors = run(tool, "--mlir-to-tc", "-", text=first)
    if status != 0:
        return f"is not raised: {errors}"
    status, second, errors = run(tool, "--tc-to-mlir", "-", text=text)
    if status != 0:
        return f"its raised text does not compile: {errors}\n{text}"
    if first != second:
        return f"its raised text is another program:\n{text}"
    status, form, _ = run(tool, "--tc-to-canonical", str(file))
    other_status, other_form, _ = run(tool, "--tc-to-canonical", "-", text=text)
    mlir_status, mlir_form, _ = run(tool, "--mlir-to-canonical", "-", text=first)
    if len({status, other_status, mlir_status}) != 1 or len({form, other_form, mlir_form}) != 1:
        return f"its canonical forms differ:\n{form}{other_form}{mlir_form}"
    return None


def main():
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    tool = str(pathlib.Path(sys.argv[1]).resolve() / "tc-translate")
    listed = subprocess.run(["git", "ls-files", "*.tc"], cwd=ROOT, capture_output=True, text=True)
    files = [ROOT / name for name in listed.stdout.split()]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda file: check(tool, file), files))
    problems = [(file, result) for file, result in zip(files, results) if result not in (None, "refused")]
    for file, problem in problems:
        print(f"error: {file}: {problem}")
    done = results.count(None)
    print(f"{done} programs survive the round trip through the tc dialect, {len(problems)} do not")
    return 1 if problems or done == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
