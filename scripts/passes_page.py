#!/usr/bin/env python3
"""Writes docs/passes.md, the page of our passes, from what `tc-opt --tc-explain-pass=all` says; `--check` compares.

usage: passes_page.py TOOLS_FOLDER [--check]
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "passes.md"
HEAD = """<!-- Made by scripts/passes_page.py -->

# The passes

Our passes, beside MLIR's own. Made by `scripts/passes_page.py` from the declarations, which `tc-opt --tc-explain-pass=NAME` shows too, and from the
head of each pass's file: before and after, when it is legal, what it refuses, what it costs. [A pass in 50 lines](a-pass-in-50-lines.md) adds one.
"""


class Pass:
    """One pass, read from its description."""

    def __init__(self, text):
        lines = text.splitlines()
        self.name, self.summary = lines[0].split(": ", 1)
        self.anchor = lines[1].removeprefix("runs on ")
        parts = re.split(r"^(options|statistics):$", "\n".join(lines[2:]), flags=re.M)
        self.description = re.sub(r"^  ", "", parts[0], flags=re.M).strip()
        named = dict(zip(parts[1::2], parts[2::2]))
        self.options = re.findall(r"^  (\S+?)=(.*)\n +(.*)$", named.get("options", ""), re.M)
        self.statistics = re.findall(r"^  (\S+): (.*)$", named.get("statistics", ""), re.M)

    def section(self, story):
        out = [f"## {self.name}", "", f"Runs on {code(self.anchor)}. {self.description}"]
        if story:
            out += ["", story]
        if self.options:
            out += ["", "| option | default | |", "| --- | --- | --- |"]
            out += [f"| `{name}` | {code(default)} | {cell(meaning)} |" for name, default, meaning in self.options]
        if self.statistics:
            out += ["", "| counts | |", "| --- | --- |"]
            out += [f"| `{name}` | {cell(meaning)} |" for name, meaning in self.statistics]
        return "\n".join(out)


def stories():
    """The head of each pass's file, by the pass's name: all but its first line, which is the summary."""
    found = {}
    for file in sorted(ROOT.glob("*/src/**/*.rs")):
        head = re.match(r"(?://!.*\n)+", file.read_text())
        named = head and re.match(r"//! `([a-z0-9-]+)`", head.group())
        if named:
            lines = [line.removeprefix("//!").removeprefix(" ") for line in head.group().splitlines()]
            text = re.sub(r"^.*?(\n\n|$)", "", "\n".join(lines), count=1, flags=re.S)
            # Links into the sources lead nowhere in a book.
            text = re.sub(r"\[(`[^`\]]+`)\](\([^)]*\))?", r"\1", text).strip()
            # A pass of several files tells its story in one of them.
            found[named.group(1)] = max(text, found.get(named.group(1), ""), key=len)
    return found


def code(text):
    return f"`{text}`" if text and text != "any operation" else text


def cell(text):
    return text.replace("|", "\\|")


def page(text):
    passes = [Pass(one) for one in re.split(r"\n\n(?=[a-z][a-z0-9-]*: .*\nruns on )", text.strip())]
    told = stories()
    table = ["| pass | runs on | |", "| --- | --- | --- |"]
    table += [f"| [{one.name}](#{one.name}) | {code(one.anchor)} | {cell(one.summary)} |" for one in passes]
    return "\n\n".join([HEAD.rstrip(), "\n".join(table), *(one.section(told.get(one.name)) for one in passes)]) + "\n"


def main():
    tools, *flags = sys.argv[1:]
    told = subprocess.run([f"{tools}/tc-opt", "--tc-explain-pass=all"], check=True, capture_output=True, text=True).stdout
    made = page(told)
    if flags == ["--check"]:
        if PAGE.read_text() != made:
            raise SystemExit(f"error: {PAGE} is not what the declarations say; run scripts/passes_page.py {tools}")
        print(f"{PAGE.name} is what the declarations say")
    else:
        PAGE.write_text(made)


main()
