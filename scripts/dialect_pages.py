#!/usr/bin/env python3
"""Writes docs/dialects/*.md, the reference of our dialects, from their ODS; `--check` compares, and runs the examples.

Each operation has an example that is a whole module: it must parse, print, and where it is a schedule tree be legal.

usage: dialect_pages.py TOOLS_FOLDER LLVM_PREFIX [--check]
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = {"tc": "Tc.td", "schedule": "Schedule.td"}
HEAD = """<!-- Made by scripts/dialect_pages.py -->

# The `{name}` dialect

{summary}. Made by `scripts/dialect_pages.py` from `dialects/td/{source}`; each example is a whole module that `tc-opt` reads{proved}.
"""


def generated(prefix, name, source):
    """What `mlir-tblgen` says, with one summary line instead of its head, links for its table of contents, and no C++."""
    folder = ROOT / "dialects/td"
    command = [f"{prefix}/bin/mlir-tblgen", "-gen-dialect-doc", f"-dialect={name}", "-I", folder, "-I", f"{prefix}/include", folder / source]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    summary = re.search(r"^_(.*)_$", text, re.M).group(1)
    body = text.split("[TOC]", 1)[1].strip()
    body = re.sub(r"^### `([\w.]+)` \(::\w+::\w+\)$", r"### \1", body, flags=re.M)
    body = re.sub(r"^### (?!\w+\.)(\w+)$", r"### \1", body, flags=re.M)
    # The generator leaves the cases of enumerations without rows where it prints none, and runs of empty lines.
    body = re.sub(r"\n{3,}", "\n\n", body)
    body = re.sub(r"^(Traits|Interfaces|Effects): .*\n\n?", "", body, flags=re.M)
    operations = re.findall(r"^### (\w+\.\w+)\n\n_(.*)_$", body, re.M)
    table = ["| operation | |", "| --- | --- |"]
    table += [f"| [{operation}](#{operation.replace('.', '')}) | {told[0].lower() + told[1:]} |" for operation, told in operations]
    proved = ", and each tree but the one with an expansion is proved legal (`schedule-verify`)" if name == "schedule" else ""
    head = HEAD.format(name=name, summary=summary, source=source, proved=proved)
    return "\n".join([head, *table, "", body]) + "\n"


def wrong_examples(tools, name, text):
    """Each operation has an example; each example is read and printed, and each tree is proved."""
    for section in re.split(r"^(?=## |### )", text, flags=re.M):
        operation = re.match(r"### (\w+\.\w+)\n", section)
        examples = re.findall(r"^```mlir\n(.*?)^```", section, re.M | re.S)
        if operation and not any(operation.group(1) in example for example in examples):
            yield f"{name}.md: `{operation.group(1)}` has no example in its description"
        for example in examples:
            proved = name == "schedule" and "schedule.expansion" not in example  # no proof covers expansions
            passes = "builtin.module(schedule.scop(schedule-verify))" if proved else "builtin.module()"
            done = subprocess.run([f"{tools}/tc-opt", f"--pass-pipeline={passes}"], input=example, capture_output=True, text=True)
            if done.returncode != 0:
                yield f"{name}.md: tc-opt refuses the example of `{operation.group(1) if operation else name}`\n{done.stderr}"


def main():
    tools, prefix, *flags = sys.argv[1:]
    problems = []
    for name, source in PAGES.items():
        page, text = ROOT / f"docs/dialects/{name}.md", generated(prefix, name, source)
        if flags == ["--check"]:
            if not page.exists() or page.read_text() != text:
                problems.append(f"{page} is not what the ODS says; run scripts/dialect_pages.py {tools} {prefix}")
            problems += wrong_examples(tools, name, text)
        else:
            page.write_text(text)
    for problem in problems:
        print(f"error: {problem}")
    if flags == ["--check"] and not problems:
        print("docs/dialects is what the ODS says; its examples are read, its trees are legal")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
