#!/usr/bin/env python3
"""Tests the documents: commands and their output, links and anchors, the book's summary.

A block ```sh of a page is run at the root of the repository, with the tools in PATH; each page has a /tmp of its own. A block ```text (or ```mlir, ```json) directly behind it holds
lines that the output has, in order; `…` stands for anything, runs of blanks count as one. A block ```tc FILE is that file. A picture `pictures/NAME.svg` of a page is what its
commands write to /tmp/NAME.svg. Commands that take hours, or change the checkout, are in blocks ```sh by-hand.

usage: test_docs.py [--fill]      --fill writes what commands print into empty output blocks, and pictures
"""

import html
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
TOOLS = ROOT / "target/release"
# Their blocks are the files of crates: tools/tests/passes_out_of_tree.rs runs them.
OTHER_TEST = {"a-pass-in-50-lines.md", "a-schedule-pass-in-60-lines.md"}
BLOCK = re.compile(r"^```sh\n(?P<script>.*?)^```\n(?P<fence>\n?```(?:text|mlir|json)\n)?(?(fence)(?P<due>.*?)^```)", re.M | re.S)
# Times in the output, which differ between runs.
TIMES = re.compile(r"^(jit time|processor time|time|target): ")


def documents():
    return [ROOT / "ptx-emulator/README.md", *(ROOT / f"{name}.md" for name in ("README", "ARCHITECTURE", "CONTRIBUTING", "CHANGELOG")), *sorted(DOCS.rglob("*.md"))]


def name(document):
    return str(document.relative_to(ROOT))


# An edit in place that changes nothing is none: it would show what the page says about another text.
EDITS = """
sed() {
  case " $*" in *" -i"*) ;; *) command sed "$@"; return ;; esac
  local before
  before=$(cat "${@: -1}")
  command sed "$@" || return
  [ "$before" != "$(cat "${@: -1}")" ] || { echo "sed changes nothing: $*" >&2; return 1; }
}
"""

# Pages are of the first, and edits on them of all.
HOSTS = ("avx512", "avx2", "vector128")


class Shell:
    """Runs scripts in which /tmp is this folder, and whose output names /tmp again."""

    def __init__(self, folder, path=f"{TOOLS}{os.pathsep}{os.environ['PATH']}", host=HOSTS[0]):
        # The pages are of one processor, whichever runs them.
        self.folder, self.environment = folder, dict(os.environ, PATH=path, TC_HOST=host)

    def run(self, script):
        command = ["bash", "-euo", "pipefail", "-c", EDITS + re.sub(r"/tmp\b", self.folder, script)]
        done = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=600)
        done.stdout, done.stderr = (text.replace(self.folder, "/tmp") for text in (done.stdout, done.stderr))
        return done


def ended_badly(document, script, done):
    return f"{name(document)}: a command ends with status {done.returncode}\n{script}{done.stdout[-1500:]}{done.stderr.strip()[-1500:]}"


def run_readme(document):
    """The blocks as one script, run as after a build; the document itself sets the path of the tools."""
    folders = os.environ["PATH"].split(os.pathsep)
    path = os.pathsep.join(folder for folder in folders if folder != str(TOOLS))
    script = "\n".join(block["script"] for block in BLOCK.finditer(document.read_text()))
    problems = []
    for host in HOSTS:
        with tempfile.TemporaryDirectory() as folder:
            done = Shell(folder, path, host).run(script)
        problems += [f"{host}: {ended_badly(document, script, done)}"] if done.returncode else []
    return problems


def wrong_edits(document):
    """Sections of a page that edit a file, on each built-in machine."""
    for section in re.split(r"^(?=#+ )", re.sub(r"^```.*?^```", lambda block: block[0].replace("\n#", "\n\0#"), document.read_text(), flags=re.M | re.S), flags=re.M):
        if "sed -i" not in section:
            continue
        script = "\n".join(block["script"] for block in BLOCK.finditer(section.replace("\0", "")))
        for host in HOSTS:
            with tempfile.TemporaryDirectory() as folder:
                done = Shell(folder, host=host).run(script)
            if done.returncode:
                yield f"{host}: {ended_badly(document, script, done)}"


def missing_line(due, out):
    """The first expected line that is not in the output after the previous ones."""
    lines = iter(out.splitlines())
    for line in due.splitlines():
        form = r".*".join(r"\s+".join(map(re.escape, part.split())) for part in line.split("…"))
        if not any(re.fullmatch(rf"\s*{form}\s*", found) for found in lines):
            return line
    return None


def wrong_page(document, fill):
    """The errors in the commands of a page, in the programs that it shows, and in its pictures."""
    with tempfile.TemporaryDirectory() as folder:
        problems = wrong_outputs(document, Shell(folder), fill)
        return [*problems, *wrong_programs(document, fill), *wrong_pictures(document, Path(folder), fill)]


def wrong_outputs(document, shell, fill):
    """Runs the blocks of a page in order; each in its own shell."""
    text, end, filled, problems = document.read_text(), 0, [], []
    for block in BLOCK.finditer(text):
        done = shell.run(block["script"])
        if done.returncode:
            problems.append(ended_badly(document, block["script"], done))
        elif fill and block["due"] == "":
            filled += [text[end : block.start("due")], *(line + "\n" for line in done.stdout.splitlines() if not TIMES.match(line))]
            end = block.end("due")
        elif block["due"] and (line := missing_line(block["due"], done.stdout)) is not None:
            problems.append(f"{name(document)}: the output has no line like this, or not behind the ones before\n  {line}\n--\n{block['script']}--\n{done.stdout}")
        elif block["due"] == "":
            problems.append(f"{name(document)}: an output block is empty; run scripts/test_docs.py --fill\n{block['script']}")
    if filled:
        document.write_text("".join(filled) + text[end:])
    return problems


def wrong_programs(document, fill):
    """Blocks that name a file have its contents."""
    text = document.read_text()
    for file, shown in re.findall(r"^```tc (\S+)\n(.*?)^```", text, re.M | re.S):
        due = (ROOT / file).read_text()
        if fill and not shown:
            text = text.replace(f"```tc {file}\n```", f"```tc {file}\n{due}```")
            document.write_text(text)
        elif shown != due:
            yield f"{name(document)}: the block `{file}` is not what the file holds"


def wrong_pictures(document, folder, fill):
    for picture in re.findall(r"\]\((\S*pictures/\S+\.svg)\)", document.read_text()):
        shown, made = document.parent / picture, folder / Path(picture).name
        if fill and made.exists():
            shown.parent.mkdir(exist_ok=True)
            shutil.copy(made, shown)
        if not made.exists() or not shown.exists() or made.read_text() != shown.read_text():
            yield f"{name(document)}: {picture} is not what the commands of the page draw; run scripts/test_docs.py --fill"


def prose(document):
    """The text of a page without its blocks of code."""
    return re.sub(r"^(\s*)```.*?^\s*```\s*$", "", document.read_text(), flags=re.M | re.S)


def anchors(document):
    """The anchors of a page's headings, as GitHub and mdbook make them."""
    found = set()
    for title in re.findall(r"^#+ +(.*)$", prose(document), re.M):
        title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).strip().lower()
        base = re.sub(r"[^\w\- ]", "", title).replace(" ", "-")
        number = next(n for n in range(1000) if (f"{base}-{n}" if n else base) not in found)
        found.add(f"{base}-{number}" if number else base)
    return found


def broken_links(document):
    for link, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)", re.sub(r"`[^`\n]*`", "", prose(document))):
        target = (document.parent / link).resolve() if link else document
        if "://" in link:
            continue
        if not target.exists():
            yield f"{name(document)}: no such file: {link}"
        elif anchor and target.suffix == ".md" and anchor not in anchors(target):
            yield f"{name(document)}: {link or name(document)} has no heading `#{anchor}`"
        elif document.is_relative_to(DOCS) and not target.is_relative_to(DOCS):
            yield f"{name(document)}: {link} is not in the book, so the link is dead in its HTML form; name the file as `code`"


def wrong_summary():
    """The summary lists each page once, and nothing else."""
    listed = re.findall(r"\]\(([^)]+)\)", (DOCS / "SUMMARY.md").read_text())
    pages = {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")} - {"SUMMARY.md"}
    for page in sorted(pages - set(listed)):
        yield f"docs/SUMMARY.md: {page} is not listed"
    for page in sorted(page for page in set(listed) if listed.count(page) > 1):
        yield f"docs/SUMMARY.md: {page} is listed {listed.count(page)} times"


def book_does_not_build():
    """Builds the book by mdbook in a temporary folder; warnings are errors."""
    tool = shutil.which("mdbook", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if not tool:
        return ["mdbook is missing: ./x setup installs it"]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([tool, "build", DOCS, "--dest-dir", folder], capture_output=True, text=True)
        said = done.stdout + done.stderr
        if done.returncode or "WARN" in said or "ERROR" in said:
            return [f"mdbook: {said}"]
        return list(dead_links(Path(folder).resolve()))


def dead_links(book):
    """Links of the HTML that lead to no file or to no anchor: a page may be called otherwise there."""
    texts, known = {}, {}
    for page in sorted(book.rglob("*.html")):
        texts[page] = page.read_text(errors="replace")
        known[page] = set(re.findall(r'\bid="([^"]+)"', texts[page]))
    for page, text in texts.items():
        if page.name in ("print.html", "toc.html", "404.html"):
            continue
        for link in sorted(set(re.findall(r'<a[^>]*\bhref="([^"]+)"', text))):
            path, _, anchor = urllib.parse.unquote(html.unescape(link)).partition("#")
            target = (page.parent / path).resolve() if path else page
            target = target / "index.html" if target.is_dir() else target
            if re.match("[a-z]+:", link) or target.exists() and (not anchor or target not in known or anchor in known[target]):
                continue
            yield f"the book: {page.relative_to(book)} has the dead link {link}"


def without_colours():
    done = subprocess.run([sys.executable, ROOT / "scripts/highlighting.py", "--check"], capture_output=True, text=True)
    return [done.stdout + done.stderr] if done.returncode else []


def problems_of(document, fill):
    problems = list(broken_links(document))
    if document == ROOT / "README.md":
        problems += run_readme(document)
    elif document.name not in OTHER_TEST and document.is_relative_to(DOCS):
        problems += [*wrong_page(document, fill), *wrong_edits(document)]
    return problems


def main():
    fill = sys.argv[1:] == ["--fill"]
    problems = [*wrong_summary(), *without_colours(), *book_does_not_build()]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(lambda document: problems_of(document, fill), documents()):
            problems += found
    for problem in problems:
        print(f"error: {problem}")
    if not problems:
        blocks = sum(len(BLOCK.findall(document.read_text())) for document in documents())
        print(f"{len(documents())} documents, {blocks} blocks of commands run, links are valid, the book builds")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
