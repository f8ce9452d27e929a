#!/usr/bin/env python3
"""Writes the tables of docs/library.md and the types of the Python package from the comments of the library, which `tc-run --list-operators` prints; `--check` compares.

usage: library_page.py TOOLS_FOLDER [--check]
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "library.md"
PACKAGE = ROOT / "python" / "tensorcomp"
BEGIN, END = "<!-- tables: made by scripts/library_page.py -->\n", "<!-- end of the tables -->\n"
ABOUT = {
    "elementwise": "Of each element: in a text for one dimension, in Python for arrays of any shape.",
    "reductions": "Of rows: in Python all dimensions in front of the last count as one.",
    "norms": "",
    "convolutions": "One text for each rank: a definition has one rank.",
    "pooling": "",
    "attention": "",
    "losses": "One number, a mean.",
    "gathers": "",
    "linalg": "`nn` has `matmul`, `bmm` and `linear` of them.",
    "signal": "",
    "recurrent": "Of one sequence.",
    "quantised": "",
}


def operators(tools):
    """By module: signature, meaning and example of each operator."""
    listed = subprocess.run([tools / "tc-run", "--list-operators"], capture_output=True, text=True, check=True).stdout
    found = {}
    for module, body in re.findall(r"^# (\w+)\n(.*?)(?=^# |\Z)", listed, re.M | re.S):
        found[module] = re.findall(r"^(\S.*)\n    (.*)\n    (.*)$", body, re.M)
    return found


def tables(all):
    out = []
    for module, rows in all.items():
        out += [f"## {module}", "", *([ABOUT[module], ""] if ABOUT[module] else []), "| operator | what it computes |", "| --- | --- |"]
        out += [f"| `{signature}` | {meaning.replace('|', '&#124;')} |" for signature, meaning, _ in rows] + [""]
    return "\n".join(out)


def stub(about, rows):
    """The types of the operators of a module."""
    out = [f'"""{about}, from the library of TC texts that comes with the package."""', "", "# Made by scripts/library_page.py", "", "from typing import Any", ""]
    for signature, meaning, _ in rows:
        name, inputs = re.match(r"(\w+)\((.*)\) -> ", signature).groups()
        params = []
        for one in re.findall(r"((?:\w+)(?:\([^)]*\))?) (\w+)(?: = (\S+?))?(?:, |$)", inputs):
            written, param, default = one
            kind = "Any" if "(" in written else "float" if written in ("float", "double") else "int"
            params.append(f"{param}: {kind}" + (f" = {default}" if default else ""))
        out += [f"def {name}({', '.join([*params, '*', 'out: Any = None'])}) -> Any:", f'    """{meaning}"""', ""]
    return "\n".join(out)


def main():
    tools, check = Path(sys.argv[1]), "--check" in sys.argv
    all = operators(tools)
    page = PAGE.read_text()
    before, rest = page.split(BEGIN)
    files = {PAGE: before + BEGIN + "\n" + tables(all) + END + rest.split(END)[1]}
    taken = re.findall(r"^use (\w+): (.*)$", (ROOT / "library" / "nn.tc").read_text(), re.M)
    of_nn = [row for module, names in taken for row in all[module] if row[0].split("(")[0] in names.split(", ")]
    for module, about, rows in [
        ("nn", "Operators of neural networks", of_nn),
        ("linalg", "Linear algebra", all["linalg"]),
        ("signal", "Signals", all["signal"]),
        ("quantised", "Numbers of 8 bits", all["quantised"]),
    ]:
        files[PACKAGE / f"{module}.pyi"] = stub(about, rows)
    old = [file for file, text in files.items() if not file.exists() or file.read_text() != text]
    if check:
        for file in old:
            print(f"{file.relative_to(ROOT)} is not what the library's comments say: run scripts/library_page.py {tools}")
        return 1 if old else 0
    for file in old:
        file.write_text(files[file])
    return 0


if __name__ == "__main__":
    sys.exit(main())
