"""Prints arrays with `tc-run --print` and with NumPy, and compares. The argument is a file of operators that copy."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

rng = np.random.default_rng(7)


def cases():
    f4, f8, f2 = np.float32, np.float64, np.float16
    yield "copy1", np.array([0, 1.5, -2.25], f4)
    yield "copy1", np.array([1, 2, 3], f4)
    yield "copy1", np.array([1e-5, 2500], f4)
    yield "copy1", np.array([1e-4, 0.1], f4)
    yield "copy1", np.array([1e8, 1], f4)
    yield "copy1", np.array([99999999, 123456.7], f4)
    yield "copy1", np.array([np.nan, 1, -np.inf, np.inf], f4)
    yield "copy1", np.array([np.nan, np.inf], f4)
    yield "copy1", np.array([-np.inf, 1e-7, np.nan], f4)
    yield "copy1", np.array([0, -0.0], f4)
    yield "copy1", np.array([], f4)
    yield "copy1", rng.standard_normal(100).astype(f4)
    yield "copy1", rng.standard_normal(1000).astype(f4)
    yield "copy1", rng.standard_normal(1001).astype(f4)
    yield "copy1", (rng.standard_normal(40) * 10.0 ** rng.integers(-20, 20, 40)).astype(f4)
    yield "copy2", rng.standard_normal((3, 4)).astype(f4)
    yield "copy2", rng.standard_normal((3, 40)).astype(f4)
    yield "copy2", rng.standard_normal((2, 600)).astype(f4)
    yield "copy2", rng.standard_normal((600, 2)).astype(f4)
    yield "copy2", np.zeros((7, 200), f4)
    yield "copy2", np.ones((1, 1), f4)
    yield "copy3", rng.standard_normal((2, 3, 4)).astype(f4)
    yield "copy3", rng.standard_normal((20, 9, 30)).astype(f4)
    yield "copy3", rng.standard_normal((2, 2, 30)).astype(f4)
    yield "half1", (rng.standard_normal(30) * 10).astype(f2)
    yield "half1", np.array([0.1, -2, 6e4], f2)
    yield "half1", np.array([1e-4, 0.5], f2)
    yield "double2", rng.standard_normal((3, 5))
    yield "double2", rng.standard_normal((3, 5)) * 1e12
    yield "double2", np.array([[0.1, 1 / 3, 1e-9]], f8)
    yield "double2", np.array([[123456789.123456789]], f8)
    yield "long2", rng.integers(-(2**62), 2**62, (4, 5))
    yield "long2", np.arange(2400).reshape(2, 1200)
    yield "bool2", rng.integers(0, 2, (3, 4)).astype(bool)
    for value in (0.35, 3, -0.0, 1e20, -1e-9, 1.5e-9, 123456789, 1e16, 9.9e15, 1e-4, 9e-5, np.nan, -np.inf):
        yield "scalar", np.array(value, f4)


def main():
    wrong = 0
    all_cases = list(cases())
    with tempfile.TemporaryDirectory() as folder:
        lines = []
        for index, (entry, array) in enumerate(all_cases):
            path = Path(folder) / f"{index}.npy"
            np.save(path, array)
            lines.append(json.dumps([sys.argv[1], "--entry", entry, "--input", f"A={path}", "--print", "--target=reference"]))
        done = subprocess.run(["tc-run", "--batch=-"], input="\n".join(lines), capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for (entry, array), answer in zip(all_cases, answers, strict=True):
        found = answer["stdout"].partition("\n")[2].removesuffix("\n")
        due = str(array)
        if found != due:
            wrong += 1
            print(f"{entry} {array.dtype} {array.shape}\nNumPy:\n{due}\ntc-run:\n{found}\n{answer['stderr']}")
    return 1 if wrong else 0


sys.exit(main())
