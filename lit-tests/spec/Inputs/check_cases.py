"""Runs the cases of a `.tc` file of this folder: small programs with their inputs and what must come of them.

A case begins with a line `# case: TITLE`; the definitions up to the next such line are its program, the last one is run. Comments of this form say how
it is run and what is expected:

    # in A = [[1, 2], [3, 4]]         an input, a Python expression over NumPy's names; its type is that of the signature
    # size N = 3                      a size or an integer scalar given on the command line
    # flag --bounds-checks            one more flag of tc-run
    # on reference cpu                the targets, if not reference, cpu and emulator
    # out C = A @ x                   a returned tensor, over the inputs; integers exact, floats to 5 digits
    # reports TC0211 TC0304           codes of all warnings and notes, in order; without such a line there are none
    # shape C = 2 3                   the shape of a returned tensor
    # says TEXT                       stands in what `--explain=ranges` prints (blanks do not count)
    # refused TC0210: TEXT            ends with status 1 and this error; TEXT is a part of its human form

Each target gives the same. The exit status is 1 with a line for each expectation that does not hold.
"""

import re
import subprocess
import sys
import tempfile
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

    def command(self, program, given, folder):
        line = ["tc-run", program, "--entry", self.signature[0], "--diagnostic-format=human"]
        for name, tensor in given.items():
            numpy.save(folder / f"{name}.npy", tensor)
            line += ["--input", f"{name}={folder / name}.npy"]
        for size in self.lines("size"):
            line += ["--size", size.replace(" ", "")]
        return line + self.words("flag")

    def problems(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            program = folder / "case.tc"
            # Lines keep their numbers, so that a message leads to the line of this file.
            program.write_text("\n" * (self.line - 1) + self.text)
            given = self.inputs()
            command = self.command(program, given, folder)
            yield from self.problems_of_ranges(command, runs=bool(given or self.lines("out")))
            if given or self.lines("out"):
                for target in self.words("on") or TARGETS:
                    out = folder / f"out-{target}"
                    out.mkdir()
                    done = run([*command, "--target", target, "--output-dir", out])
                    for problem in self.problems_of_run(done, out, given):
                        yield f"{target}: {problem}"

    def problems_of_ranges(self, command, runs):
        done = run([*command, "--explain=ranges"])
        if not runs:
            yield from self.problems_of_status(done)
        reported = [code for code in re.findall(r"^(?:warning|note)\[(TC\d+)\]", done.stderr, re.M) if code != "TC0301"]
        if not self.lines("refused") and reported != self.words("reports"):
            yield f"expected the reports {self.words('reports')}, found {reported}\n{done.stderr}"
        for text in self.lines("says"):
            if squeezed(text) not in squeezed(done.stderr):
                yield f"expected `{text}` in\n{done.stderr}"

    def problems_of_status(self, done):
        refusals = self.lines("refused")
        if done.returncode != (1 if refusals else 0):
            yield f"status {done.returncode}\n{done.stdout}{done.stderr}"
        for refusal in refusals:
            code, text = refusal.split(": ", 1)
            if f"error[{code}]: " not in done.stderr or squeezed(text) not in squeezed(done.stderr):
                yield f"expected error[{code}] with `{text}`, found\n{done.stderr}"

    def problems_of_run(self, done, out, given):
        problems = list(self.problems_of_status(done))
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
            found, wanted = numpy.load(out / f"{name}.npy"), numpy.array(self.value(expression, given))
            exact = found.dtype.kind in "iub"
            same = found.shape == wanted.shape and numpy.allclose(found, wanted, rtol=0 if exact else 1e-5, atol=0 if exact else 1e-6, equal_nan=True)
            if not same:
                yield f"`{name}` is {found.tolist()}, expected {wanted.tolist()}"


KEYWORDS = ["case", "in", "size", "flag", "on", "out", "reports", "shape", "says", "refused"]


def squeezed(text):
    return re.sub(r"\s+", "", text)


def run(command):
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def main():
    problems, count = [], 0
    for file in sys.argv[1:]:
        text = Path(file).read_text()
        starts = [match.start() for match in re.finditer(r"^# case: ", text, re.M)]
        for start, end in zip(starts, [*starts[1:], len(text)]):
            case = Case(file, text.count("\n", 0, start) + 1, text[start:end])
            count += 1
            problems += [f"{case.place}: {case.title}: {problem}" for problem in case.problems()]
    print(*problems, f"{count} cases, {len(problems)} problems", sep="\n")
    return 1 if problems or not count else 0


if __name__ == "__main__":
    sys.exit(main())
