#!/usr/bin/env python3
"""Writes the functions of `precise.py` to `library.mlir`, for f32 and f64, and those of `fast.py` to `fast.mlir`, for f32.

usage: library.py [--check]      (writes both; --check only compares; needs mpmath and numpy)
"""

import sys
from pathlib import Path

import fast
import precise
from dsl import F32, F64, Builder

TABLES = Path(__file__).parent.parent / "src" / "math"
SOURCES = {fast.__file__, precise.__file__}

PRECISE_HEAD = """\
// The math library: what `math-expand` puts in place of operations. Made by passes/loops/math/library.py: edit passes/loops/math/precise.py, then run it.
//
// A function is named after its operation and its type; a comment says how it is computed.
"""
FAST_HEAD = """\
// What `math-expand{fast=true}` puts in place of operations on f32: a GPU's own approximations. Made by passes/loops/math/library.py from passes/loops/math/fast.py.
//
// Operations without a function here are computed as in library.mlir.
"""


def module(head, functions, formats):
    text = [head]
    for operation, arguments, python in functions:
        for F in formats:
            name = f"{operation.split('.')[1]}_{F.name}"
            builder = Builder(name, python.__doc__, [(a, F.float) for a in arguments], SOURCES)
            text.append(builder.build(python, F))
    return "\n".join(text)


def main():
    written = {
        "library.mlir": module(PRECISE_HEAD, precise.FUNCTIONS, (F32, F64)),
        "fast.mlir": module(FAST_HEAD, fast.FAST, (F32,)),
    }
    for name, text in written.items():
        if "--check" not in sys.argv[1:]:
            (TABLES / name).write_text(text)
        elif (TABLES / name).read_text() != text:
            sys.exit(f"error: {name} is not what passes/loops/math/library.py writes: run it")


if __name__ == "__main__":
    main()
