#!/usr/bin/env python3
"""Every built-in function on the CPU and in the PTX emulator: within its documented error, and the same bits on both.

usage: test_math.py FOLDER-OF-TOOLS [--points N] [--write] [FUNCTION ...]

Each function gets N points (20000 if nothing is said; docs/math.md is measured with 1000000): all bit patterns at random, the
interesting range at random, both ends and the middle of every binade, 0, infinity, NaN and subnormal numbers of both signs, multiples of pi/2
with their neighbours. `half` gets all of its 65536 values. What is due is NumPy's `longdouble`, which has to be an extended format.
--write puts the measured errors into docs/math.md.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
LONG = np.longdouble
INPUTS = {"float": np.float32, "double": np.float64}


class Function:
    """A function, its largest error in ulp in precise mode, where it is interesting, and what is due."""

    def __init__(self, bound, due, *ranges, how=""):
        self.bound, self.due, self.ranges, self.how = bound, due, ranges, how


def error_function(x):
    """erf(x) = 2/sqrt(pi) exp(-x^2) sum 2^n x^(2n+1) / (2n+1)!!, all terms positive (Abramowitz and Stegun, 7.1.6)."""
    size = np.minimum(np.where(np.isnan(x), 0, np.abs(x)), LONG(7))
    total, term, square = np.zeros_like(size), size.copy(), 2 * size * size
    for n in range(190):
        total += term
        term = term * (square / (2 * n + 3))
    root = np.sqrt(LONG("3.14159265358979323846264338327950288"))
    value = np.where(size < 7, 2 / root * np.exp(-size * size) * total, 1)
    return np.where(np.isnan(x), x, np.copysign(value, x))


def half_away(x):
    return np.copysign(np.floor(np.abs(x) + LONG(0.5)), x)


EVERY = (-4, 4)
FUNCTIONS = {
    "exp": Function(1, np.exp, (-110, 95), (-750, 715)),
    "exp2": Function(1, np.exp2, (-155, 135), (-1080, 1030)),
    "expm1": Function(1.5, np.expm1, (-30, 95), (-2, 2), (-50, 715)),
    "log": Function(1, np.log, (0, 3)),
    "log2": Function(1, np.log2, (0, 3)),
    "log10": Function(1, np.log10, (0, 3)),
    "log1p": Function(1, np.log1p, (-1, 3)),
    "sqrt": Function(0.5, np.sqrt, (0, 4)),
    "rsqrt": Function(1.5, lambda x: 1 / np.sqrt(x), (0, 4)),
    "cbrt": Function(0.501, np.cbrt, EVERY),
    "sin": Function(1, np.sin, (-100, 100), (-2.0**17, 2.0**17), (-2.0**21, 2.0**21)),
    "cos": Function(1, np.cos, (-100, 100), (-2.0**17, 2.0**17), (-2.0**21, 2.0**21)),
    "tan": Function(1.5, np.tan, (-100, 100), (-2.0**17, 2.0**17), (-2.0**21, 2.0**21)),
    "asin": Function(1, np.arcsin, (-1.01, 1.01)),
    "acos": Function(1, np.arccos, (-1.01, 1.01)),
    "atan": Function(1.5, np.arctan, EVERY),
    "sinh": Function(2, np.sinh, EVERY, (-95, 95), (-715, 715)),
    "cosh": Function(1.5, np.cosh, EVERY, (-95, 95), (-715, 715)),
    "tanh": Function(1.5, np.tanh, EVERY, (-20, 20)),
    "erf": Function(1, error_function, EVERY, (-7, 7)),
    "fabs": Function(0, np.abs, EVERY),
    "floor": Function(0, np.floor, EVERY),
    "ceil": Function(0, np.ceil, EVERY),
    "round": Function(0, half_away, EVERY),
    "trunc": Function(0, np.trunc, EVERY),
    "atan2": Function(1.5, np.arctan2, EVERY),
    "pow": Function(1, np.power, (0, 30), (0.9, 1.1)),
    "fmin": Function(0, np.fmin, EVERY),
    "fmax": Function(0, np.fmax, EVERY),
    "fmod": Function(0, np.fmod, EVERY, (-1000, 1000)),
    "copysign": Function(0, np.copysign, EVERY),
    "hypot": Function(2, np.hypot, EVERY),
}
BINARY = {"atan2", "pow", "fmin", "fmax", "fmod", "copysign", "hypot"}
SECOND = {"pow": ((-30, 30), (-900, 900))}
# fmin and fmax may return either zero.
SIGN_OF_ZERO = set(FUNCTIONS) - {"fmin", "fmax"}


def special(dtype):
    facts = np.finfo(dtype)
    values = [0, 1, 0.5, 2, 3, 2.0**24 + 2, np.inf, np.nan, facts.max, facts.tiny, facts.smallest_subnormal]
    return np.array(values + [-v for v in values], dtype)


def points(dtype, count, ranges, random):
    """Points for one argument."""
    facts, word = np.finfo(dtype), {4: np.uint32, 8: np.uint64}[np.dtype(dtype).itemsize]
    exponents = np.arange(2 * facts.maxexp, dtype=word) << word(facts.nmant)
    binades = np.concatenate([(exponents + word(m)).view(dtype) for m in (0, 1, (1 << facts.nmant) - 1, 1 << (facts.nmant - 1))])
    quarters = (np.arange(-500, 500) * (LONG("3.14159265358979323846264338327950288") / 2)).astype(dtype)
    fixed = [special(dtype), binades, -binades, quarters, np.nextafter(quarters, dtype(np.inf)), np.nextafter(quarters, dtype(-np.inf))]
    fixed = random.permutation(np.concatenate(fixed))[: count // 2]
    left = count - len(fixed)
    bits = random.integers(0, np.iinfo(word).max, left // 2, dtype=word, endpoint=True).view(dtype)
    share = -(-(left - len(bits)) // len(ranges))
    drawn = [random.uniform(low, high, share).astype(dtype) for low, high in ranges]
    return np.concatenate([special(dtype), fixed, bits, *drawn])[:count]


def arguments(name, dtype, count):
    random = np.random.default_rng(list(name.encode()))
    first = points(dtype, count, FUNCTIONS[name].ranges, random)
    if name not in BINARY:
        return [first]
    second = random.permutation(points(dtype, count, SECOND.get(name, FUNCTIONS[name].ranges), random))
    # All pairs of special values.
    a, b = np.meshgrid(special(dtype), special(dtype))
    first[: a.size], second[: b.size] = a.ravel(), b.ravel()
    return [first, second]


def errors(name, got, due):
    """The error in ulp of the due value; infinite where NaN, infinity or the sign of zero is not what is due."""
    facts = np.finfo(got.dtype)
    rounded = due.astype(got.dtype)
    size = np.where(np.isfinite(due), np.abs(due), 0)
    _, exponent = np.frexp(np.where(size > 0, size, 1))
    # The smallest spacing where the format has subnormal numbers, the largest one at overflow.
    exponent = np.clip(exponent - 1, facts.minexp, facts.maxexp - 1)
    unit = np.ldexp(LONG(1), exponent - facts.nmant)
    # Infinity stands for the number behind the largest one.
    top = np.ldexp(LONG(1), facts.maxexp)
    value = np.where(np.isinf(got), np.copysign(top, got.astype(LONG)), got.astype(LONG))
    wanted = np.where(np.isinf(due), np.copysign(top, due), np.clip(due, -top, top))
    error = np.abs(value - wanted) / unit
    error = np.where(np.isinf(due) & ~np.isinf(got), np.inf, error)
    error = np.where(np.isnan(got) | np.isnan(rounded), np.where(np.isnan(got) & np.isnan(rounded), 0, np.inf), error)
    if name in SIGN_OF_ZERO:
        error = np.where((got == 0) & (rounded == 0) & (np.signbit(got) != np.signbit(rounded)), np.inf, error)
    return error


def program(names, scalar):
    """One def with an output for each function, each with inputs of its own."""
    inputs, outputs, statements = [], [], []
    for name in names:
        given = [f"X_{name}", f"Z_{name}"][: 2 if name in BINARY else 1]
        inputs += [f"{scalar}(N) {one}" for one in given]
        outputs.append(f"Y_{name}")
        statements.append(f"  Y_{name}(n) = {name}({', '.join(f'{one}(n)' for one in given)})")
    return f"def all({', '.join(inputs)}) -> ({', '.join(outputs)}) {{\n" + "\n".join(statements) + "\n}\n"


def run(tools, target, names, scalar, given, options=()):
    """The values of each function, all in one run."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "all.tc").write_text(program(names, scalar))
        line = [tools / "tc-run", folder / "all.tc", "--target", target, "--output-dir", folder, *options]
        for name in names:
            for letter, values in zip("XZ", given[name]):
                np.save(folder / f"{letter}_{name}.npy", values)
                line += ["--input", f"{letter}_{name}={folder}/{letter}_{name}.npy"]
        done = subprocess.run(line, capture_output=True, text=True, timeout=3600)
        if done.returncode != 0:
            sys.exit(f"error: tc-run --target {target} on {scalar}: {done.stderr.strip()[:2000]}")
        return {name: np.load(folder / f"Y_{name}.npy") for name in names}


def same_bits(a, b):
    """Where two results are the same; all NaNs are one."""
    word = {2: np.uint16, 4: np.uint32, 8: np.uint64}[a.dtype.itemsize]
    return (a.view(word) == b.view(word)) | (np.isnan(a) & np.isnan(b))


def check(tools, names, scalar, count, problems):
    """Measured errors by name."""
    dtype = INPUTS[scalar]
    given = {name: arguments(name, dtype, count) for name in names}
    cpu, emulator = (run(tools, target, names, scalar, given) for target in ("cpu", "emulator"))
    measured = {}
    for name in names:
        with np.errstate(all="ignore"):
            due = FUNCTIONS[name].due(*[one.astype(LONG) for one in given[name]])
            error = errors(name, cpu[name], due)
        worst = int(np.argmax(error))
        measured[name] = float(error[worst])
        at = ", ".join(repr(float(one[worst])) for one in given[name])
        if not error[worst] <= FUNCTIONS[name].bound:
            problems.append(
                f"{scalar} {name}({at}) is {float(cpu[name][worst])!r}, due is {due[worst]}: {error[worst]:.3f} ulp, documented {FUNCTIONS[name].bound}"
            )
        differs = np.flatnonzero(~same_bits(cpu[name], emulator[name]))
        if len(differs):
            first = differs[0]
            at = ", ".join(repr(float(one[first])) for one in given[name])
            problems.append(
                f"{scalar} {name}({at}): {float(cpu[name][first])!r} on the CPU, {float(emulator[name][first])!r} in the emulator, and {len(differs) - 1} more"
            )
    return measured


def check_half(tools, names, problems):
    """All values of half: computed in float, rounded once."""
    values = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    given = {name: [values] for name in names}
    cpu, emulator = (run(tools, target, names, "half", given) for target in ("cpu", "emulator"))
    for name in names:
        with np.errstate(all="ignore"):
            error = errors(name, cpu[name], FUNCTIONS[name].due(values.astype(LONG)))
        worst = int(np.argmax(error))
        if not error[worst] <= (0 if FUNCTIONS[name].bound == 0 else 0.501):
            problems.append(f"half {name}({values[worst]}) is {cpu[name][worst]}: {error[worst]:.4f} ulp, documented 0.501")
        if not same_bits(cpu[name], emulator[name]).all():
            problems.append(f"half {name}: the CPU and the emulator differ")


def write(measured):
    """Puts the measured errors into the table of docs/math.md."""
    file = ROOT / "docs" / "math.md"
    rows = ["| function | documented | measured, float | measured, double |", "| --- | --- | --- | --- |"]
    for name in FUNCTIONS:
        shown = [f"{measured[scalar][name]:.3f}" for scalar in INPUTS]
        rows.append(f"| `{name}` | {FUNCTIONS[name].bound} | {' | '.join(shown)} |")
    text = file.read_text()
    begin, end = "<!-- measured -->\n", "<!-- end -->"
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.S)
    file.write_text(pattern.sub(lambda _: begin + "\n".join(rows) + "\n" + end, text))


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n\n")[0], add_help=False)
    parser.add_argument("tools", type=Path)
    parser.add_argument("--points", type=int, default=20000)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("functions", nargs="*")
    options = parser.parse_intermixed_args()
    names = options.functions or list(FUNCTIONS)
    unknown = [name for name in names if name not in FUNCTIONS]
    if unknown:
        sys.exit(f"error: no function `{unknown[0]}`: there are {', '.join(FUNCTIONS)}")
    if np.finfo(LONG).nmant < 63:
        print("skipped: NumPy's longdouble is no longer than double on this machine")
        return 0
    tools, problems = options.tools.resolve(), []
    measured = {scalar: check(tools, names, scalar, options.points, problems) for scalar in INPUTS}
    unary = [name for name in names if name not in BINARY]
    if unary:
        check_half(tools, unary, problems)
    for name in names:
        shown = ", ".join(f"{scalar} {measured[scalar][name]:.3f}" for scalar in INPUTS)
        print(f"{name:10} at most {FUNCTIONS[name].bound} ulp; measured {shown}")
    for problem in problems:
        print(f"error: {problem}")
    if options.write and not problems and names == list(FUNCTIONS):
        write(measured)
    print(f"{len(names)} functions at {options.points} points each, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
