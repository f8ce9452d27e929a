#!/usr/bin/env python3
"""Runs the programs of `spec-tests/`: small operators with their inputs and expected results, on every target.

usage: test_spec.py FOLDER-OF-TOOLS [FILE ...]      all files without a name

A file holds cases. A case begins with a line `# case: TITLE`; the definitions up to the next such line are its program, the last one is run. Comments of
this form say how it is run and what is expected:

    # in A = [[1, 2], [3, 4]]         an input, a Python expression over NumPy's names; its type is that of the signature
    # size N = 3                      a size or an integer scalar given on the command line
    # flag --bounds-checks            one more flag of tc-run
    # on reference cpu                the targets, if not reference, cpu and emulator
    # out C = A @ x                   a returned tensor, over the inputs; integers exact, floats to 5 digits
    # reports TC0211 TC0304           codes of all warnings and notes, in order; without such a line there are none
    # shape C = 2 3                   the shape of a returned tensor
    # says TEXT                       is in the output of `--explain=ranges` (blanks are ignored)
    # refused TC0210: TEXT            ends with status 1 and this error; TEXT is a part of its human form

A title names the claims and the worked examples that it shows; all files together have every example of the specification.

Each target gives the same. All runs of a file are one `tc-run --batch`. The exit status is 1, with a line for each expectation that does not hold.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy

TARGETS = ["reference", "cpu", "emulator"]
TYPES = {"half": "float16", "float": "float32", "double": "float64", "int": "int32", "byte": "uint8", "uint": "uint32", "long": "int64"}


class Case:
    def __init__(self, file, line, text):
        self.place, self.line, self.text = f"{file}:{line}", line, text
        self.title = text.splitlines()[0].removeprefix("# case:").strip()
        self.signature = re.findall(r"^def\s+(\w+)\s*\((.*?)\)\s*->", text, re.M | re.S)[-1]
        unknown = [word for word in re.findall(r"^# (\w+) ", text, re.M) if word not in KEYWORDS]
        if unknown:
            raise SystemExit(f"{self.place}: no directive `{unknown[0]}`: there are {', '.join(KEYWORDS)}")

    def lines(self, keyword):
        return re.findall(rf"^# {keyword} (.*)$", self.text, re.M)

    def words(self, keyword):
        return [word for line in self.lines(keyword) for word in line.split()]

    def inputs(self):
        """The input tensors; a later one may use an earlier one."""
        types = {name: kind for kind, name in re.findall(r"(\w+)\s*(?:\([^)]*\))?\s+(\w+)\s*(?:,|$)", self.signature[1])}
        returned = re.findall(r"(\w+)\s*\([^)]*\)\s+(\w+)", self.text.split("->")[-1].split("{")[0])
        types |= {name: kind for kind, name in returned}
        given = {}
        for line in self.lines("in"):
            name, expression = map(str.strip, line.split("=", 1))
            kind = types.get(name, "float")
            given[name] = numpy.array(self.value(expression, given), dtype=TYPES.get(kind, kind))
        return given

    def value(self, expression, names):
        return eval(expression, vars(numpy) | names)

    def prepare(self, folder):
        """Writes the program and its inputs; returns the command lines: one that only explains, then one for each target."""
        program = folder / "case.tc"
        # Lines keep their numbers, so that a message points at the line of this file.
        program.write_text("\n" * (self.line - 1) + self.text)
        self.folder, self.given = folder, self.inputs()
        line = [str(program), "--entry", self.signature[0]]
        for name, tensor in self.given.items():
            numpy.save(folder / f"{name}.npy", tensor)
            line += ["--input", f"{name}={folder / name}.npy"]
        for size in self.lines("size"):
            line += ["--size", size.replace(" ", "")]
        line += self.words("flag")
        for target in self.targets():
            (folder / target).mkdir()
        runs = [[*line, "--target", target, "--output-dir", str(folder / target)] for target in self.targets()]
        return [[*line, "--explain=ranges"], *runs]

    def targets(self):
        """The targets that run it: a case without inputs and outputs is only explained."""
        return (self.words("on") or TARGETS) if self.lines("in") or self.lines("out") else []

    def problems(self, explained, *runs):
        """The expectations that the answers to the command lines do not meet."""
        yield from self.problems_of_ranges(explained)
        for target, answer in zip(self.targets(), runs, strict=True):
            for problem in self.problems_of_run(answer, self.folder / target):
                yield f"{target}: {problem}"

    def problems_of_ranges(self, answer):
        if not self.targets():
            yield from self.problems_of_status(answer)
        said = answer["stderr"]
        reported = [code for code in re.findall(r"^(?:warning|note)\[(TC\d+)\]", said, re.M) if code != "TC0301"]
        if not self.lines("refused") and reported != self.words("reports"):
            yield f"expected the reports {self.words('reports')}, found {reported}\n{said}"
        for text in self.lines("says"):
            if squeezed(text) not in squeezed(answer["stdout"] + said):
                yield f"expected `{text}` in\n{answer['stdout']}{said}"

    def problems_of_status(self, answer):
        refusals, said = self.lines("refused"), answer["stderr"]
        if answer["status"] != (1 if refusals else 0):
            yield f"status {answer['status']}\n{answer['stdout']}{said}"
        for refusal in refusals:
            code, text = refusal.split(": ", 1)
            if f"error[{code}]: " not in said or squeezed(text) not in squeezed(said):
                yield f"expected error[{code}] with `{text}`, found\n{said}"

    def problems_of_run(self, answer, out):
        problems = list(self.problems_of_status(answer))
        yield from problems
        if problems or self.lines("refused"):
            return
        for line in self.lines("shape"):
            name, shape = map(str.strip, line.split("=", 1))
            found = numpy.load(out / f"{name}.npy").shape
            if found != tuple(map(int, shape.split())):
                yield f"`{name}` has shape {found}, expected {shape}"
        for line in self.lines("out"):
            name, expression = map(str.strip, line.split("=", 1))
            found, wanted = numpy.load(out / f"{name}.npy"), numpy.array(self.value(expression, self.given))
            exact = found.dtype.kind in "iub"
            same = found.shape == wanted.shape and numpy.allclose(found, wanted, rtol=0 if exact else 1e-5, atol=0 if exact else 1e-6, equal_nan=True)
            if not same:
                yield f"`{name}` is {found.tolist()}, expected {wanted.tolist()}"


# The worked examples of section 13 of the language specification.
EXAMPLES = range(1, 72)
KEYWORDS = ["case", "in", "size", "flag", "on", "out", "reports", "shape", "says", "refused"]


def squeezed(text):
    return re.sub(r"\s+", "", text)


def cases(file):
    text = file.read_text()
    starts = [match.start() for match in re.finditer(r"^# case: ", text, re.M)]
    return [Case(file, text.count("\n", 0, start) + 1, text[start:end]) for start, end in zip(starts, [*starts[1:], len(text)])]


def answers(tools, lines):
    """The answers of one `tc-run --batch` to all command lines."""
    batch = "\n".join(json.dumps(line) for line in lines)
    done = subprocess.run([tools / "tc-run", "--batch=-"], input=batch, capture_output=True, text=True, timeout=300)
    if done.stderr or len(done.stdout.splitlines()) != len(lines):
        raise SystemExit(f"tc-run --batch: status {done.returncode}\n{done.stderr}")
    return map(json.loads, done.stdout.splitlines())


def missing_examples(files):
    """The worked examples that no title names."""
    titles = [case.title for file in files for case in cases(file)]
    listed = [part for title in titles for part in re.findall(r"examples? (E\d+(?:, E\d+)*)", title)]
    named = {int(number) for part in listed for number in re.findall(r"\d+", part)}
    return [f"no case is titled `example E{number}`" for number in EXAMPLES if number not in named]


def problems_of(tools, file):
    """The number of cases in a file, and their failures."""
    problems, all_cases = [], cases(file)
    with tempfile.TemporaryDirectory() as name:
        commands = []
        for number, case in enumerate(all_cases):
            folder = Path(name) / str(number)
            folder.mkdir()
            commands.append(case.prepare(folder))
        answered = answers(tools, [line for lines in commands for line in lines])
        for case, lines in zip(all_cases, commands, strict=True):
            problems += [f"{case.place}: {case.title}: {problem}" for problem in case.problems(*(next(answered) for _ in lines))]
    return len(all_cases), problems


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: test_spec.py FOLDER-OF-TOOLS [FILE ...]")
    tools, *named = map(Path, sys.argv[1:])
    files = named or sorted((Path(__file__).resolve().parent.parent / "spec-tests").glob("*.tc"))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda file: problems_of(tools.resolve(), file), files))
    problems = [problem for _, found in results for problem in found]
    problems += [] if named else missing_examples(files)
    count = sum(count for count, _ in results)
    print(*problems, f"{count} cases in {len(files)} files, {len(problems)} problems", sep="\n")
    return 1 if problems or not count else 0


if __name__ == "__main__":
    sys.exit(main())
