#!/usr/bin/env python3
"""Lists which claims of the specification have a test that names them, section by section (./x claims).

A test names a claim in a comment, `claim C12` or `claims C12, C14`, also at the beginning of a sentence, and a worked example as `example E9` or
`example("E9"`. What counts is a test that runs: a file below lit-tests/ with a line `RUN:`, a case of a file in spec-tests/, a Rust function with `#[test]`
(in it, or in the comment above it), a function `test_...` of a Python script that `./x` runs, or of a file in python/tests/. A claim that no test can show
has its reason in claims-without-test.txt.

usage: claims.py [--spec FOLDER] [--root FOLDER] [SECTION ...]

Status 1: a claim of the sections A to K, or a worked example, has neither a test nor a reason; a test or a reason names a claim that does not
exist; a reason stands beside a claim that has a test.
"""

import argparse
import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SPEC = ROOT / "docs" / "spec"
REASONS = "scripts/claims-without-test.txt"
EVERY_CLAIM_NEEDS_A_TEST = "ABCDEFGHIJK"
# Their texts mention claims and examples without testing any.
NO_TESTS = ("claims.py", "test_claims.py")

ID = r"[A-L]\d+"
NAMED_CLAIMS = re.compile(rf"\b[Cc]laims? ({ID}(?:(?:,? and |, ?| ){ID})*)\b")
NAMED_EXAMPLES = re.compile(r"\bexamples? (E\d+(?:(?:,? and |, ?| )E\d+)*)|\bexample\(\s*\"(E\d+)")


def claims_of(spec):
    """Section letter to its title; claim id to its statement."""
    titles, claims = {}, {}
    for line in (spec / "claims.md").read_text().splitlines():
        if title := re.match(r"## ([A-Z])\. (.*)", line):
            titles[title[1]] = title[2]
        elif row := re.match(rf"\| ({ID}) \| [^|]* \| ([^|]*) \|", line):
            claims[row[1]] = row[2].strip()
    return titles, claims


def examples_of(spec):
    """The ids of the worked examples, in order: the rows of the table in section 13."""
    table = (spec / "tc-language.md").read_text().split("## 13. Worked examples")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (E\d+(?:, E\d+)*) \|", table, re.M)
    return sorted({name for row in rows for name in row.split(", ")}, key=number)


def number(name):
    return name[0], int(name[1:])


def tests(root):
    """The tests that run: the file of each, and its text."""
    for path in files(root / "lit-tests", (".mlir", ".tc", ".sac", ".test")):
        text = path.read_text()
        if "Inputs" not in path.parts and re.search(r"\bRUN:", text):
            yield path, text
    for path in files(root / "spec-tests", (".tc",)):
        for case in re.split(r"^(?=# case: )", path.read_text(), flags=re.M)[1:]:
            yield path, case
    for path in files(root, (".rs",)):
        for function in rust_tests(path.read_text()):
            yield path, function
    suite = (root / "x").read_text() if (root / "x").exists() else ""
    scripts = [path for path in files(root / "scripts", (".py",)) if path.name in suite and path.name not in NO_TESTS]
    package = files(root / "python" / "tests", (".py",)) if "python/tests" in suite else []
    for path in [*scripts, *package]:
        for function in python_tests(path.read_text()):
            yield path, function


def files(folder, suffixes):
    for path in sorted(folder.rglob("*")):
        if path.suffix in suffixes and "target" not in path.relative_to(folder).parts:
            yield path


def rust_tests(text):
    """Each function with `#[test]`, from the comment above it to the brace that closes it, in the layout of rustfmt."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if not line.lstrip().startswith("#[test]"):
            continue
        indent = line[: len(line) - len(line.lstrip())]
        above = indent + "///", indent + "//", indent + "#["
        begin, end = number, number
        while begin > 0 and lines[begin - 1].startswith(above):
            begin -= 1
        while end + 1 < len(lines) and lines[end] != indent + "}":
            end += 1
        function = lines[begin : end + 1]
        if not any(one.startswith(indent + "#[ignore") for one in function):
            yield "\n".join(function)


def python_tests(text):
    """Each function `test_...`, with its decorators and the comment above them."""
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            begin = min([node.lineno, *(one.lineno for one in node.decorator_list)]) - 1
            while begin > 0 and lines[begin - 1].lstrip().startswith("#"):
                begin -= 1
            yield "\n".join(lines[begin : node.end_lineno])


def named_in(root):
    """Claim id and worked example id to the files of the tests that name them."""
    claims, examples = {}, {}
    for path, text in tests(root):
        # A list of claims may continue in the next line of a comment.
        text = re.sub(r"\n\s*(?://[/!]?|#)? ?", " ", text)
        for match in NAMED_CLAIMS.finditer(text):
            for name in re.findall(ID, match[1]):
                claims.setdefault(name, set()).add(path)
        for match in NAMED_EXAMPLES.finditer(text):
            for name in re.findall(r"E\d+", match[0]):
                examples.setdefault(name, set()).add(path)
    return claims, examples


def reasons_of(root):
    """Claim id to the reason why no test shows it: lines `A9: reason`, `#` for comments."""
    path = root / REASONS
    lines = path.read_text().splitlines() if path.exists() else []
    pairs = (line.split(":", 1) for line in lines if line.strip() and not line.startswith("#"))
    return {name.strip(): reason.strip() for name, reason in pairs}


def problems_of(claims, examples, named, named_examples, reasons):
    """The errors that make this script fail, one line each."""
    for name in claims:
        if name[0] in EVERY_CLAIM_NEEDS_A_TEST and name not in named and not reasons.get(name):
            yield f"claim {name} has no test and no reason in {REASONS}: {claims[name]}"
    for name in examples:
        if name not in named_examples:
            yield f"worked example {name} of the language specification has no test that names it"
    for name, paths in sorted(named.items()):
        if name not in claims:
            yield f"{sorted(paths)[0]} names claim {name}, which does not exist"
    for name, paths in sorted(named_examples.items()):
        if name not in examples:
            yield f"{sorted(paths)[0]} names worked example {name}, which does not exist"
    for name in reasons:
        if name not in claims:
            yield f"{REASONS} gives a reason for {name}, which does not exist"
        elif name in named:
            yield f"claim {name} has a test, {sorted(named[name])[0]}: remove its reason from {REASONS}"


def main():
    parser = argparse.ArgumentParser(description="Which claim of the specification has a test that names it.")
    parser.add_argument("--spec", type=Path, default=SPEC, help="the folder of claims.md and tc-language.md")
    parser.add_argument("--root", type=Path, default=ROOT, help="the project whose tests count")
    parser.add_argument("sections", nargs="*", metavar="SECTION", help="list these sections only, such as C")
    arguments = parser.parse_args()
    if not (arguments.spec / "claims.md").exists():
        sys.exit(f"error: no claims.md in {arguments.spec}: --spec names the folder of the specification")
    titles, claims = claims_of(arguments.spec)
    if unknown := [section for section in arguments.sections if section not in titles]:
        parser.error(f"no section {', '.join(unknown)}: there are {', '.join(titles)}")
    examples = examples_of(arguments.spec)
    named, named_examples = named_in(arguments.root)
    reasons = reasons_of(arguments.root)
    for section, title in titles.items():
        if arguments.sections and section not in arguments.sections:
            continue
        inside = sorted((name for name in claims if name[0] == section), key=number)
        without = [name for name in inside if name not in named]
        print(f"\n{section}. {title}: {len(inside) - len(without)} of {len(inside)} claims have a test")
        for name in without:
            reason = f"  (no test: {reasons[name]})" if name in reasons else ""
            print(f"  {name:4} {claims[name]}{reason}")
    print(f"\nWorked examples: {sum(name in named_examples for name in examples)} of {len(examples)} have a test\n")
    problems = list(problems_of(claims, examples, named, named_examples, reasons))
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
