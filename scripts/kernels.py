"""The acceptance kernels as the test scripts need them: name, file, sizes and scalars of the small configuration."""

import json
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path(os.environ.get("KERNELS", ROOT.parent / "shared" / "kernels"))


def load(sets=("seed", "tc", "modern")):
    """The kernels of these sets; ends the process where the folder is missing (a failure in CI, a printed reason elsewhere)."""
    suite = FOLDER / "suite.json"
    if not suite.exists():
        reason = f"the acceptance kernels are not beside this checkout ({FOLDER}); set KERNELS to their folder"
        if os.environ.get("CI") == "true":
            sys.exit(f"error: {reason}, and in CI that is a failure")
        print(f"skipped: {reason}")
        sys.exit(0)
    kernels = json.loads(suite.read_text())["kernels"]
    return [k for k in kernels if k["set"] in sets]


def command(tc_run, kernel, extra):
    """tc-run on a kernel at its small sizes; integer scalars are given as sizes are."""
    line = [str(tc_run), str(FOLDER / kernel["file"]), "--entry", kernel["entry"]]
    for name, value in {**kernel["small"]["sizes"], **kernel["small"].get("scalars", {})}.items():
        line += ["--size", f"{name}={value}"]
    return line + extra
