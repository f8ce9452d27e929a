"""Prints the kernels of the suite that have sizes of the paper, with these, if some recorded result of a benchmark names the size.

usage: paper_sizes.py ROOT
"""

import json
import re
import sys
from pathlib import Path

root = Path(sys.argv[1])
results = "\n".join(file.read_text() for file in (root / "benches/results").glob("*.md"))
for kernel in json.loads((root / "kernels/suite.json").read_text())["kernels"]:
    for size in kernel["large"]:
        if size.get("paper") and re.search(rf"(?<![\w-]){size['name']}(?![\w-])", results):
            print(kernel["name"], *(f"{name}={value}" for name, value in size["sizes"].items()))
