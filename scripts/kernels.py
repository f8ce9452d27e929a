"""The acceptance kernels as the test scripts need them: name, file, sizes and scalars of the small configuration."""

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "kernels"


def load(sets=("seed", "tc", "modern")):
    """The kernels of these sets."""
    kernels = json.loads((FOLDER / "suite.json").read_text())["kernels"]
    return [k for k in kernels if k["set"] in sets]


def command(tc_run, kernel, extra):
    """tc-run on a kernel at its small sizes; integer scalars are given like sizes."""
    line = [str(tc_run), str(FOLDER / kernel["file"]), "--entry", kernel["entry"]]
    for name, value in {**kernel["small"]["sizes"], **kernel["small"].get("scalars", {})}.items():
        line += ["--size", f"{name}={value}"]
    return line + extra
