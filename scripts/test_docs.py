#!/usr/bin/env python3
"""What the documents claim, run: the `sh` blocks of README.md, and the links of all."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def documents():
    return [ROOT / "README.md", ROOT / "ptx-emulator/README.md", ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def run_blocks(document):
    """The `sh` blocks of a document, in order, as one script: a later block may use what an earlier one made."""
    blocks = re.findall(r"^```sh\n(.*?)^```", document.read_text(), re.M | re.S)
    if not blocks:
        return None
    # As a person has it who has just built: the document itself says where the tools are.
    tools = str(ROOT / "target/release")
    environment = dict(os.environ, PATH=os.pathsep.join(folder for folder in os.environ["PATH"].split(os.pathsep) if folder != tools))
    script = "set -euo pipefail\n" + "\n".join(blocks)
    done = subprocess.run(["bash", "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        return f"{document.name}: a command ends with status {done.returncode}\n{done.stderr.strip()[-1500:]}"
    return None


def wrong_outputs(document):
    """The `sh` blocks of a document, in order; a `text` block behind one holds lines that its output has, in order. `…` stands for anything."""
    environment = dict(os.environ, PATH=f"{ROOT / 'target/release'}:{os.environ['PATH']}")
    blocks = re.findall(r"^```sh\n(.*?)^```\n(?:```text\n(.*?)^```)?", document.read_text(), re.M | re.S)
    for script, due in blocks:
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
        if done.returncode != 0:
            yield f"{document.name}: a command ends with status {done.returncode}\n{script}{done.stderr.strip()[-1500:]}"
        lines = iter(done.stdout.splitlines())
        for line in due.splitlines():
            form = r".*".join(r"\s+".join(map(re.escape, part.split())) for part in line.split("…"))
            if not any(re.fullmatch(rf"\s*{form}\s*", found) for found in lines):
                yield f"{document.name}: the output has no line like this, or not behind the ones before\n  {line}\n--\n{done.stdout}"
                break


def broken_links(document):
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", document.read_text()):
        if "://" not in link and not (document.parent / link).exists():
            yield f"{document.name}: no such file: {link}"


def main():
    problems = []
    for document in documents():
        problems += broken_links(document)
        # The blocks of docs/ are forms to fill in; the chapter on passes has a test of its own (tools/tests/pass_in_50_lines.rs).
        problem = run_blocks(document) if document.name == "README.md" else None
        problems += [problem] if problem else []
        if document.name == "gpu-without-a-gpu.md":
            problems += wrong_outputs(document)
    for problem in problems:
        print(f"error: {problem}")
    if not problems:
        print(f"{len(documents())} documents: commands run, links lead somewhere")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
