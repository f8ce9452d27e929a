"""Counts isl's operations for the strategies that join statements, and the kernels that they give."""

import re
import subprocess
import sys
from pathlib import Path

MOST = 500_000


def layers():
    """Three layers, each the store of a bias, a sum and an activation: nine statements."""
    parameters = ", ".join(f"float(M,M) W{n}, float(M) C{n}" for n in (1, 2, 3))
    lines = []
    for n in (1, 2, 3):
        lines += [f"X{n}(b,o) = C{n}(o) where b in 0:B", f"X{n}(b,o) += X{n - 1}(b,i) * W{n}(o,i)", f"X{n}(b,o) = fmax(X{n}(b,o), 0.0)"]
    return f"def f(float(B,M) X0, {parameters}) -> (X3) {{\n  " + "\n  ".join(lines) + "\n}\n"


def pointwise(chained):
    lines = [f"t{n}(i) = {f't{n - 1}' if n and chained else 'A'}(i) * 0.5 + {n}.0" for n in range(64)]
    return f"def f(float(N) A) -> ({', '.join(f't{n}' for n in range(64))}) {{\n  " + "\n  ".join(lines) + "\n}\n"


def scheduled(name, text, sizes, fusion):
    """What `schedule-isl` and `schedule-map-blocks` say."""
    program = folder / f"{name.replace(' ', '-')}.tc"
    program.write_text(text)
    module = subprocess.run(["tc-translate", "--tc-to-mlir", program], check=True, capture_output=True).stdout
    scheduling = f"schedule-isl{{fusion={fusion}}},schedule-verify,schedule-map-blocks"
    passes = f"builtin.module(tc.def(tc-infer-ranges,tc-specialize{{sizes={sizes}}}),tc-to-schedule,schedule.scop({scheduling}))"
    command = ["tc-opt", "-o", "/dev/null", "--tc-pass-statistics", f"--pass-pipeline={passes}"]
    return subprocess.run(command, input=module, check=True, capture_output=True).stderr.decode()


folder = Path(sys.argv[1])
folder.mkdir(exist_ok=True)
CASES = (
    ("three layers", layers(), "B=8191,M=127"),
    ("64 statements in a chain", pointwise(True), "N=8191"),
    ("64 statements apart", pointwise(False), "N=8191"),
)
for name, text, sizes in CASES:
    for fusion in ("max", "preserve3", "rows"):
        said = scheduled(name, text, sizes, fusion)
        used, kernels = (int(re.search(rf"(\d+) {word}", said)[1]) for word in ("isl-operations", "kernels"))
        amount = f"at most {MOST}" if used <= MOST else used
        print(f"{name}, {fusion}: {amount} isl operations, {kernels} kernel{'s' if kernels != 1 else ''}")
