"""Compiles chains of calls of a three-point stencil and compares the cost of a chain of twice the length, in counts that are the same on every machine."""

import json
import subprocess
import sys
from pathlib import Path

SHORT, MOST = 80, 2.2


def chain(length):
    names = ["A", *(f"T{n}" for n in range(1, length)), "B"]
    calls = "".join(f"  {after} = blur({before})\n" for before, after in zip(names, names[1:]))
    return f"def blur(float(N) X) -> (Y) {{\n  Y(i) = X(i) + X(i + 1) + X(i + 2)\n}}\ndef f(float(N) A) -> (B) {{\n{calls}}}\n"


def compiled(length, target, level):
    """The operations of isl up to a level, and the level."""
    program, text = folder / f"chain{length}.tc", folder / f"chain{length}.mlir"
    program.write_text(chain(length))
    command = ["tc-run", program, "--entry", "f", "--size", "N=100000", "--target", target, f"--emit={level}={text}", "--json"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)["isl_operations"], text.read_text()


def compare(what, short, long):
    print(f"{what}: at most {MOST} times" if long <= MOST * short else f"{what}: {short} and {long}, {long / short:.2f} times")


folder = Path(sys.argv[1])
folder.mkdir(exist_ok=True)
(short, short_llvm), (long, long_llvm) = (compiled(length, "cpu", "llvm") for length in (SHORT, 2 * SHORT))
compare("isl operations, cpu", short, long)
compare("isl operations, emulator", *(compiled(length, "emulator", "loops")[0] for length in (SHORT, 2 * SHORT)))
compare("llvm operations", short_llvm.count("llvm."), long_llvm.count("llvm."))
bodies = [line for line in long_llvm.splitlines() if "llvm.func" in line and "tc.parallel_body" in line]
apart = [line for line in bodies if "no_inline" in line]
print("every parallel body is compiled once" if len(apart) == len(bodies) == 2 * SHORT else f"{len(apart)} of {len(bodies)} parallel bodies are not inlined")
