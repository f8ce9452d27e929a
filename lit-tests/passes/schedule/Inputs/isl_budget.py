"""Counts isl's operations for the strategies that search for common loops."""

import re
import subprocess
import sys
from pathlib import Path

MOST = 500_000


def layers():
    """Nine comprehensions: three layers, each a sum, a bias and an activation. With the initial stores the scop has twelve statements."""
    parameters = ", ".join(f"float(M,M) W{n}, float(M) C{n}" for n in (1, 2, 3))
    lines = []
    for n in (1, 2, 3):
        lines += [f"X{n}(b,o) +=! X{n - 1}(b,i) * W{n}(o,i)", f"X{n}(b,o) = X{n}(b,o) + C{n}(o)", f"X{n}(b,o) = fmax(X{n}(b,o), 0.0)"]
    return f"def f(float(B,M) X0, {parameters}) -> (X3) {{\n  " + "\n  ".join(lines) + "\n}\n"


def pointwise(chained):
    lines = [f"t{n}(i) = {f't{n - 1}' if n and chained else 'A'}(i) * 0.5 + {n}.0" for n in range(64)]
    return f"def f(float(N) A) -> ({', '.join(f't{n}' for n in range(64))}) {{\n  " + "\n  ".join(lines) + "\n}\n"


def scheduled(name, text, sizes, options):
    """What `schedule-isl` says."""
    program = folder / f"{name.replace(' ', '-')}.tc"
    program.write_text(text)
    module = subprocess.run(["tc-translate", "--tc-to-mlir", program], check=True, capture_output=True).stdout
    passes = f"builtin.module(tc.def(tc-infer-ranges,tc-specialize{{sizes={sizes}}}),tc-to-schedule,schedule.scop(schedule-isl{{{options}}},schedule-verify))"
    command = ["tc-opt", "-o", "/dev/null", "--tc-pass-statistics", "--remarks-filter=schedule-isl", f"--pass-pipeline={passes}"]
    return subprocess.run(command, input=module, check=True, capture_output=True).stderr.decode()


folder = Path(sys.argv[1])
folder.mkdir(exist_ok=True)
CASES = (
    ("three layers", layers(), "B=8191,M=127"),
    ("64 statements in a chain", pointwise(True), "N=8191"),
    ("64 statements apart", pointwise(False), "N=8191"),
)
for name, text, sizes in CASES:
    for fusion in ("max", "preserve3"):
        used = int(re.search(r"(\d+) isl-operations", scheduled(name, text, sizes, f"fusion={fusion}"))[1])
        print(f"{name}, {fusion}: at most {MOST} isl operations" if used <= MOST else f"{name}, {fusion}: {used} isl operations")
name, text, sizes = CASES[1]
for fusion in ("max", "preserve3"):
    said = scheduled(name, text, sizes, f"fusion={fusion} fusion-budget=50000")
    fell_back = "not found within 50000 isl operations" in said and "they share loops as with fusion=parallel" in said
    print(f"{name}, {fusion}, fusion-budget=50000: {'fell back after 50000 isl operations' if fell_back else said}")
