#!/usr/bin/env python3
"""Writes docs/diagnostics.md, all codes of diagnostics with meaning, an example and what it prints; `--check` compares.

Meanings are those of the table in `dialects/src/diagnostic/codes.rs`, as `tc-run --explain-code` prints them. Programs and what is printed are those
of `tools/tests/diagnostics`, which a Rust test compares with what `tc-run` prints.

usage: diagnostics_page.py TOOLS_FOLDER [--check]
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/diagnostics.md"
EXAMPLES = ROOT / "tools/tests/diagnostics"
FAMILIES = {
    "01": "Syntax",
    "02": "Names and types",
    "03": "Ranges and preconditions",
    "04": "In-place updates, boxes, schedules",
    "05": "Calls",
    "06": "Limits",
}
HEAD = """<!-- Made by scripts/diagnostics_page.py -->

# Diagnostics by code

Every diagnostic has a code that never changes its meaning. `tc-run --explain-code TC0302` prints an entry of this page; `--diagnostic-format=json` (or `short`, `sarif`) is
for other programs. Each entry has the meaning, a program that causes the diagnostic, and what `tc-run` prints, with the fix where there is one. Made by
`scripts/diagnostics_page.py` from the table of codes and from the programs in `tools/tests/diagnostics`.
"""


def codes():
    """All codes, in the order of the table."""
    return re.findall(r'^(TC\d{4}) "', (ROOT / "dialects/src/diagnostic/codes.rs").read_text(), re.M)


def explained(tools, code):
    done = subprocess.run([f"{tools}/tc-run", "--explain-code", code], check=True, capture_output=True, text=True)
    title, _, meaning = done.stdout.partition("\n\n")
    return title.removeprefix(f"{code}: "), meaning.rstrip()


def example(code):
    """The program and what is printed; none where nothing reports the code yet."""
    program, printed = EXAMPLES / f"{code}.tc", EXAMPLES / f"{code}.snap"
    if not program.exists():
        return ["Nothing reports this code yet."]
    lines = program.read_text().rstrip("\n").splitlines()
    shown = lines[:12] + [f"# ... {len(lines) - 12} more lines"] if len(lines) > 14 else lines
    shown = [line if len(line) <= 160 else line[:150] + " ..." for line in shown]
    said = printed.read_text().split("---\n", 2)[2].strip("\n").splitlines()
    said = [line if len(line) <= 200 else line[:190] + " ..." for line in said]
    return ["```tc", *shown, "```", "", "```text", *said, "```"]


def page(tools):
    table, sections, family = ["| code | |", "| --- | --- |"], [], None
    for code in codes():
        title, meaning = explained(tools, code)
        heading = f"{code}: {title}"
        anchor = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        table.append(f"| [{code}](#{anchor}) | {title} |")
        if family != code[2:4]:
            family = code[2:4]
            sections += [f"## {FAMILIES[family]}", ""]
        sections += [f"### {heading}", "", meaning, "", *example(code), ""]
    return "\n".join([HEAD, *table, "", *sections]).rstrip() + "\n"


def main():
    tools, *flags = sys.argv[1:]
    made = page(tools)
    if flags == ["--check"]:
        if PAGE.read_text() != made:
            raise SystemExit(f"error: {PAGE} is not what the table and the programs say; run scripts/diagnostics_page.py {tools}")
        missing = [code for code in codes() if f"### {code}: " not in made]
        if missing:
            raise SystemExit(f"error: {PAGE} lacks {', '.join(missing)}")
        print(f"{PAGE.name} has all {len(codes())} codes")
    else:
        PAGE.write_text(made)


main()
