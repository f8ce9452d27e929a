#!/usr/bin/env python3
"""Every built-in function on the CPU and in the PTX emulator: within its documented error, and the same bits on both.

usage: test_math.py FOLDER-OF-TOOLS [--points N] [--gpu emulator|cuda] [--write] [FUNCTION ...]

Each function gets N points (20000 by default; docs/math.md is measured with 1000000): all bit patterns at random, the
interesting range at random, both ends and the middle of every binade, 0, infinity, NaN and subnormal numbers of both signs, multiples of pi/2
with their neighbours. `half` and `bfloat16` are tested on all of their 65536 values. The reference is computed in NumPy's `longdouble`, which must be an extended
format, and is itself compared with mpmath.
The fast mode's functions are compared with their own bounds, and so is NVIDIA's library.
--gpu cuda uses a real GPU in place of the emulator. --write puts the measured errors into docs/math.md.
"""

import argparse
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import mpmath
import numpy as np

ROOT = Path(__file__).resolve().parent.parent
LONG = np.longdouble
INPUTS = {"float": np.float32, "double": np.float64}


class Function:
    """A function, its largest error in ulp in precise mode, its ranges of interest, and its reference."""

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
    # The square of this few bits is exact.
    short = size.astype(np.float32).astype(LONG)
    gauss = np.exp(-short * short) * np.exp((short - size) * (short + size))
    value = np.where(size < 7, 2 / root * gauss * total, 1)
    return np.where(np.isnan(x), x, np.copysign(value, x))


def half_away(x):
    return np.copysign(np.floor(np.abs(x) + LONG(0.5)), x)


def fused(x, y, z):
    """x y + z: product and sum with their rounding errors (Dekker, Knuth); the parts stay well within the range of the extended format."""

    def two_sum(a, b):
        high = a + b
        shadow = high - a
        return high, (a - (high - shadow)) + (b - shadow)

    def split(a):
        high = a * LONG(2**32 + 1)
        high = high - (high - a)
        return high, a - high

    product = x * y
    (x_high, x_low), (y_high, y_low) = split(x), split(y)
    lost = ((x_high * y_high - product) + x_high * y_low + x_low * y_high) + x_low * y_low
    high, low = two_sum(product, z)
    exact = high + (low + lost)
    return np.where(np.isfinite(exact) & (exact != 0), exact, product + z)


def complement(x):
    """erfc(x): 1 - erf(x) below 1; above, exp(-x^2) / sqrt(pi) times a continued fraction (Abramowitz and Stegun, 7.1.14)."""
    size = np.clip(np.where(np.isnan(x), 0, np.abs(x)), 1, 40)
    fraction = np.zeros_like(size)
    for n in range(600, 0, -1):
        fraction = n / LONG(2) / (size + fraction)
    short = size.astype(np.float32).astype(LONG)
    gauss = np.exp(-short * short) * np.exp((short - size) * (short + size))
    far = gauss / np.sqrt(LONG("3.14159265358979323846264338327950288")) / (size + fraction)
    return np.where(np.isnan(x), x, np.where(np.abs(x) < 1, 1 - error_function(x), np.where(x < 0, 2 - far, far)))


def of_turns(function, shift):
    """The sine of pi (x + shift / 2), from an exact remainder."""

    def due(x):
        # Below 2^-70 a shifted x equals the shift.
        turned = np.fmod(x, LONG(2))
        quarters = np.round(2 * turned)
        angle = (turned - quarters / 2) * LONG("3.14159265358979323846264338327950288")
        place = np.mod(quarters + shift, 4)
        value = np.where(place % 2 == 0, np.sin(angle), np.cos(angle)) * np.where(place >= 2, -1, 1)
        return np.where(value == 0, np.copysign(LONG(0), x if function == "sinpi" else 1), value)

    return due


def positive_difference(x, y):
    return np.where(np.isnan(x) | np.isnan(y), LONG(np.nan), np.where(x > y, x - y, LONG(0)))


def exponent_of(x):
    value = np.where(np.isfinite(x) & (x != 0), np.frexp(x)[1] - 1, LONG(0)).astype(LONG)
    return np.where(x == 0, -LONG(np.inf), np.where(np.isinf(x), np.abs(x), np.where(np.isnan(x), x, value)))


def neighbour(x, y):
    """In the format of x: float if all are floats."""
    dtype = np.float32 if np.all((x.astype(np.float32) == x) | np.isnan(x)) else np.float64
    return np.nextafter(x.astype(dtype), y.astype(dtype)).astype(LONG)


def nearest_remainder(x, y):
    """IEEE 754's remainder, which is exact."""
    usual = np.isfinite(x) & ~np.isnan(y) & (y != 0)
    pairs = zip(np.where(usual, x, 0).astype(np.float64).tolist(), np.where(usual, y, 1).astype(np.float64).tolist())
    return np.where(usual, np.array([math.remainder(a, b) for a, b in pairs], LONG), LONG(np.nan))


def norm(*components):
    value = np.sqrt(sum(x * x for x in components))
    return np.where(np.any([np.isinf(x) for x in components], axis=0), LONG(np.inf), value)


def reciprocal_norm(*components):
    return 1 / norm(*components)


EVERY = (-4, 4)
FUNCTIONS = {
    "exp": Function(1.5, np.exp, (-110, 95), (-750, 715)),
    "exp2": Function(1, np.exp2, (-155, 135), (-1080, 1030)),
    "expm1": Function(2, np.expm1, (-30, 95), (-2, 2), (-50, 715)),
    "log": Function(1, np.log, (0, 3)),
    "log2": Function(1.5, np.log2, (0, 3)),
    "log10": Function(1, np.log10, (0, 3)),
    "log1p": Function(1.5, np.log1p, (-1, 3)),
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
    "asinh": Function(1.5, np.arcsinh, EVERY, (-100, 100)),
    "acosh": Function(1.5, np.arccosh, (1, 1.1), (0.9, 4), (1, 100)),
    "atanh": Function(1.5, np.arctanh, (-1.01, 1.01), (-0.1, 0.1)),
    "erfc": Function(4, complement, EVERY, (0, 11), (0, 28)),
    "sinpi": Function(1.5, of_turns("sinpi", 0), EVERY, (-100, 100)),
    "cospi": Function(1.5, of_turns("cospi", 1), EVERY, (-100, 100)),
    "exp10": Function(1, lambda x: np.power(LONG(10), x), (-47, 40), (-326, 310)),
    "rcbrt": Function(1.5, lambda x: 1 / np.cbrt(x), EVERY),
    "logb": Function(0, exponent_of, EVERY),
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
    "rhypot": Function(3, reciprocal_norm, EVERY),
    "fdim": Function(0.5, positive_difference, EVERY),
    "fdivide": Function(0.5, np.divide, EVERY),
    "nextafter": Function(0, neighbour, EVERY),
    "remainder": Function(0, nearest_remainder, EVERY, (-1000, 1000)),
    "fma": Function(0.5, fused, EVERY),
    "norm3d": Function(2.5, norm, EVERY),
    "rnorm3d": Function(3, reciprocal_norm, EVERY),
    "norm4d": Function(3, norm, EVERY),
    "rnorm4d": Function(3.5, reciprocal_norm, EVERY),
}
BINARY = {"atan2", "pow", "fmin", "fmax", "fmod", "copysign", "hypot", "rhypot", "fdim", "fdivide", "nextafter", "remainder"}
TERNARY = {"fma", "norm3d", "rnorm3d"}
QUATERNARY = {"norm4d", "rnorm4d"}
LETTERS = "XZWV"
# The largest error of the reference itself, in ulp of a double.
REFERENCE = 0.02
# The largest error of half and bfloat16, in ulp of these: one rounding of a float that is nearly exact.
SMALL = 0.501
SECOND = {"pow": ((-30, 30), (-900, 900))}


def relative(bits):
    return lambda x, due: np.abs(due) * LONG(2) ** -bits


def logarithmic(bits):
    return lambda x, due: np.where((x > 0.5) & (x < 2), LONG(2) ** -22, np.abs(due) * LONG(2) ** -bits)


# The largest absolute error of float in fast mode: that of the instruction in the PTX ISA, plus
# that of math-expand.
FAST = {
    "exp": lambda x, due: np.abs(due) * (LONG(2) ** -22 + np.abs(x) * LONG(1.5) * LONG(2) ** -24),
    "exp2": relative(22),
    "log": logarithmic(21),
    "log2": logarithmic(22),
    "log10": logarithmic(21),
    "sqrt": relative(22),
    "rsqrt": relative(22),
    "tanh": relative(10.9),
    "sin": lambda x, due: np.full_like(due, LONG(2) ** -20),
    "cos": lambda x, due: np.full_like(due, LONG(2) ** -20),
}
# The largest error in ulp that NVIDIA states for its library, over all functions here.
LIBDEVICE = 5
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


def arity(name):
    return 4 if name in QUATERNARY else 3 if name in TERNARY else 2 if name in BINARY else 1


def arguments(name, dtype, count):
    random = np.random.default_rng(list(name.encode()))
    given = [points(dtype, count, FUNCTIONS[name].ranges, random)]
    for _ in range(arity(name) - 1):
        given.append(random.permutation(points(dtype, count, SECOND.get(name, FUNCTIONS[name].ranges), random)))
    if name == "fma":
        # Sums that cancel: the negated, rounded product.
        with np.errstate(all="ignore"):
            given[2][count // 2 :] = -(given[0] * given[1])[count // 2 :]
    if len(given) > 1:
        # All pairs of special values.
        for one, values in zip(given, np.meshgrid(special(dtype), special(dtype))):
            one[: values.size] = values.ravel()
    return given


def errors(name, got, due, mantissa=None):
    """The error in ulp of the due value; infinite if NaN, infinity or the sign of zero differs.

    `mantissa` is given for a format that has the exponents of the results' type and fewer fraction bits.
    """
    facts = np.finfo(got.dtype)
    mantissa = mantissa or facts.nmant
    rounded = due.astype(got.dtype)
    size = np.where(np.isfinite(due), np.abs(due), 0)
    _, exponent = np.frexp(np.where(size > 0, size, 1))
    # The smallest spacing for subnormal numbers, the largest one at overflow.
    exponent = np.clip(exponent - 1, facts.minexp, facts.maxexp - 1)
    unit = np.ldexp(LONG(1), exponent - mantissa)
    # Infinity stands for the number after the largest one.
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
    """One def with an output for each function, each with its own inputs."""
    inputs, outputs, statements = [], [], []
    for name in names:
        given = [f"{letter}_{name}" for letter in LETTERS[: arity(name)]]
        outputs.append(f"Y_{name}")
        if scalar == "bfloat16":
            # NumPy has no such type: its values are passed as float.
            inputs += [f"float(N) {one}" for one in given]
            statements.append(f"  Y_{name}(n) = float(bfloat16({name}({', '.join(f'bfloat16({one}(n))' for one in given)})))")
        else:
            inputs += [f"{scalar}(N) {one}" for one in given]
            statements.append(f"  Y_{name}(n) = {name}({', '.join(f'{one}(n)' for one in given)})")
    return f"def all({', '.join(inputs)}) -> ({', '.join(outputs)}) {{\n" + "\n".join(statements) + "\n}\n"


def run(tools, target, names, scalar, given, options=()):
    """The values of each function, all in one run."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "all.tc").write_text(program(names, scalar))
        line = [tools / "tc-run", folder / "all.tc", "--target", target, "--output-dir", folder, *options]
        for name in names:
            for letter, values in zip(LETTERS, given[name]):
                np.save(folder / f"{letter}_{name}.npy", values)
                line += ["--input", f"{letter}_{name}={folder}/{letter}_{name}.npy"]
        done = subprocess.run(line, capture_output=True, text=True, timeout=3600)
        if done.returncode != 0:
            sys.exit(f"error: tc-run --target {target} on {scalar}: {done.stderr.strip()[:2000]}")
        return {name: np.load(folder / f"Y_{name}.npy") for name in names}


def same_bits(a, b):
    """Where two results are the same; all NaNs are equal."""
    word = {2: np.uint16, 4: np.uint32, 8: np.uint64}[a.dtype.itemsize]
    return (a.view(word) == b.view(word)) | (np.isnan(a) & np.isnan(b))


def check(tools, gpu, names, scalar, count, problems):
    """Measured errors by name."""
    dtype = INPUTS[scalar]
    given = {name: arguments(name, dtype, count) for name in names}
    cpu, emulator = (run(tools, target, names, scalar, given) for target in ("cpu", gpu))
    measured = {}
    for name in names:
        with np.errstate(all="ignore"):
            due = FUNCTIONS[name].due(*[one.astype(LONG) for one in given[name]])
            error = errors(name, cpu[name], due)
        worst = int(np.argmax(error))
        measured[name] = float(error[worst])
        at = ", ".join(repr(float(one[worst])) for one in given[name])
        if not error[worst] <= FUNCTIONS[name].bound + REFERENCE:
            problems.append(
                f"{scalar} {name}({at}) is {float(cpu[name][worst])!r}, due is {due[worst]}: {error[worst]:.3f} ulp, documented {FUNCTIONS[name].bound}"
            )
        differs = np.flatnonzero(~same_bits(cpu[name], emulator[name]))
        if len(differs):
            first = differs[0]
            at = ", ".join(repr(float(one[first])) for one in given[name])
            problems.append(
                f"{scalar} {name}({at}): {float(cpu[name][first])!r} on the CPU, {float(emulator[name][first])!r} on the GPU ({gpu}), and {len(differs) - 1} more"
            )
    return measured


def check_fast(tools, gpu, names, count, problems):
    """The GPU's approximations, on float."""
    given = {name: arguments(name, np.float32, count) for name in names}
    got = run(tools, gpu, names, "float", given, ["--option", "math=fast"])
    for name in names:
        value = got[name]
        with np.errstate(all="ignore"):
            x = given[name][0].astype(LONG)
            due = FUNCTIONS[name].due(x)
            # Near the limits of the format a result may be the next number, or flushed.
            room = FAST[name](x, due) + LONG(2) ** -148
            rounded = due.astype(np.float32)
            same = (np.isnan(value) & np.isnan(rounded)) | (value == rounded)
            wrong = ~same & ~(np.abs(value.astype(LONG) - due) <= room)
        for index in np.flatnonzero(wrong)[:1]:
            problems.append(f"fast {name}({float(x[index])!r}) is {value[index]}, due is {due[index]}: further than {room[index]:.3e}")


def find_libdevice():
    found = sorted(Path(sys.prefix).glob("lib/python*/site-packages/nvidia/cuda_nvcc/nvvm/libdevice/libdevice.10.bc"))
    if not found:
        sys.exit("error: no libdevice.10.bc in the virtual environment: run ./x setup")
    return str(found[0])


def check_libdevice(tools, gpu, names, count, problems):
    """NVIDIA's library, which is in the virtual environment."""
    library = find_libdevice()
    for scalar, dtype in INPUTS.items():
        given = {name: arguments(name, dtype, count) for name in names}
        got = run(tools, gpu, names, scalar, given, ["--libdevice", library])
        for name in names:
            with np.errstate(all="ignore"):
                error = errors(name, got[name], FUNCTIONS[name].due(*[one.astype(LONG) for one in given[name]]))
            worst = int(np.argmax(error))
            if not error[worst] <= LIBDEVICE:
                at = ", ".join(repr(float(one[worst])) for one in given[name])
                problems.append(f"libdevice {scalar} {name}({at}) is {got[name][worst]}: {error[worst]:.3f} ulp")


def check_small(tools, gpu, names, scalar, problems):
    """All values of a 16-bit type: computed in float, rounded once. The measured errors by name."""
    bits = np.arange(1 << 16, dtype=np.uint16)
    half = scalar == "half"
    values = bits.view(np.float16) if half else (bits.astype(np.uint32) << 16).view(np.float32)
    given = {name: [values] for name in names}
    cpu, emulator = (run(tools, target, names, scalar, given) for target in ("cpu", gpu))
    measured = {}
    for name in names:
        with np.errstate(all="ignore"):
            error = errors(name, cpu[name], FUNCTIONS[name].due(values.astype(LONG)), None if half else 7)
        worst = int(np.argmax(error))
        measured[name] = float(error[worst])
        if not error[worst] <= (0 if FUNCTIONS[name].bound == 0 else SMALL):
            problems.append(f"{scalar} {name}({values[worst]}) is {cpu[name][worst]}: {error[worst]:.4f} ulp, documented {SMALL}")
        if not same_bits(cpu[name], emulator[name]).all():
            problems.append(f"{scalar} {name}: the CPU and the GPU ({gpu}) differ")
    return measured


def check_reference(names, problems):
    """Compares the reference with a computation with 60 digits, at some points."""
    mpmath.mp.dps = 60
    exact = {"log2": lambda x: mpmath.log(x, 2), "exp2": lambda x: mpmath.mpf(2) ** x, "rsqrt": lambda x: 1 / mpmath.sqrt(x)}
    exact |= {"cbrt": lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)), "pow": mpmath.power, "hypot": mpmath.hypot, "fma": lambda x, y, z: x * y + z}
    exact |= {"rcbrt": lambda x: mpmath.sign(x) / mpmath.cbrt(abs(x)), "exp10": lambda x: mpmath.mpf(10) ** x, "fdim": lambda x, y: max(x - y, 0), "fdivide": mpmath.fdiv}
    lengths = {name: lambda *components: mpmath.sqrt(sum(x * x for x in components)) for name in ("norm3d", "norm4d")}
    exact |= lengths | {f"r{name}": lambda *components: 1 / mpmath.sqrt(sum(x * x for x in components)) for name in ("hypot", "norm3d", "norm4d")}
    for name in names:
        compute = exact.get(name) or getattr(mpmath, name, None)
        if compute is None or FUNCTIONS[name].bound == 0:
            continue
        given = [one[-300:] for one in arguments(name, np.float64, 5000)]
        with np.errstate(all="ignore"):
            due = FUNCTIONS[name].due(*[one.astype(LONG) for one in given])
        for k in np.flatnonzero(np.isfinite(due) & (np.abs(due) > np.finfo(np.float64).tiny)):
            significand, exponent = np.frexp(due[k])
            value = mpmath.ldexp(int(np.ldexp(significand, 64)), int(exponent) - 64)
            want = compute(*[mpmath.mpf(float(one[k])) for one in given])
            unit = mpmath.ldexp(1, mpmath.frexp(want)[1] - 53)
            if abs(value - want) > REFERENCE * unit:
                at = ", ".join(repr(float(one[k])) for one in given)
                problems.append(f"reference {name}({at}) is {due[k]}: {mpmath.nstr(abs(value - want) / unit, 5)} ulp of a double from {mpmath.nstr(want, 25)}")
                break


def rounded_once(values, kept):
    """double or float to the nearest number with this many fraction bits, as float; ties to even, with the exponents of float."""
    high = values.astype(np.float32)
    # To odd first: an inexact float is then not a tie.
    with np.errstate(all="ignore"):
        away = np.abs(high.astype(np.float64)) > np.abs(values.astype(np.float64))
        exact = (high.astype(np.float64) == values) | np.isnan(values)
    bits = high.view(np.uint32).astype(np.uint64)
    bits = np.where(exact, bits, (bits - away) | 1)
    drop = 23 - kept
    bits = bits + (1 << (drop - 1)) - 1 + ((bits >> drop) & 1)
    short = ((bits >> drop) << drop).astype(np.uint32).view(np.float32)
    return np.where(np.isnan(values), np.float32(np.nan), short)


CASTS = """def casts(double(N) X, float(N) Z) -> (A, B, C, D) {
  A(n) = float(half(X(n)))
  B(n) = float(bfloat16(X(n)))
  C(n) = float(half(Z(n)))
  D(n) = float(bfloat16(Z(n)))
}
"""


def check_casts(tools, gpu, count, problems):
    """double and float to half and bfloat16, especially near ties: rounded once, on every executor."""
    random = np.random.default_rng(7)
    ties = []
    for kept, low, high in ((7, -140, 128), (10, -26, 17)):
        significand = 1 + (random.integers(0, 1 << kept, count) + 0.5) / (1 << kept)
        nudge = random.integers(-2, 3, count) * 2.0 ** -random.integers(20, 53, count)
        ties.append(significand * (1 + nudge) * 2.0 ** random.integers(low, high, count))
    x = np.concatenate([special(np.float64), *ties, points(np.float64, count, [EVERY], random)])
    with np.errstate(all="ignore"):
        z = x.astype(np.float32)
        due = {"A": x.astype(np.float16).astype(np.float32), "B": rounded_once(x, 7), "C": z.astype(np.float16).astype(np.float32), "D": rounded_once(z, 7)}
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "casts.tc").write_text(CASTS)
        np.save(folder / "X.npy", x)
        np.save(folder / "Z.npy", z)
        for target in ("reference", "cpu", gpu):
            line = [tools / "tc-run", folder / "casts.tc", "--target", target, "--output-dir", folder]
            line += ["--input", f"X={folder}/X.npy", "--input", f"Z={folder}/Z.npy"]
            done = subprocess.run(line, capture_output=True, text=True, timeout=3600)
            if done.returncode != 0:
                sys.exit(f"error: tc-run --target {target} on casts: {done.stderr.strip()[:2000]}")
            for name, wanted in due.items():
                got = np.load(folder / f"{name}.npy")
                wrong = np.flatnonzero(~same_bits(got, wanted.astype(np.float32)))
                if len(wrong):
                    source = x if name in "AB" else z
                    first = wrong[0]
                    problems.append(f"{CASTS.splitlines()[1 + 'ABCD'.index(name)].strip()} on {target}: {float(source[first]).hex()} gives {got[first]!r}, due is {wanted[first]!r}, and {len(wrong) - 1} more")


def write(measured):
    """Puts the measured errors into the table of docs/math.md."""
    file = ROOT / "docs" / "math.md"
    scalars = ["float", "double", "half", "bfloat16"]
    rows = [f"| function | documented | {' | '.join(f'measured, {scalar}' for scalar in scalars)} |", "| --- " * (2 + len(scalars)) + "|"]
    for name in FUNCTIONS:
        shown = [f"{measured[scalar][name]:.3f}" if name in measured[scalar] else "" for scalar in scalars]
        rows.append(f"| `{name}` | {FUNCTIONS[name].bound} | {' | '.join(shown)} |")
    text = file.read_text()
    begin, end = "<!-- measured -->\n", "<!-- end -->"
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.S)
    file.write_text(pattern.sub(lambda _: begin + "\n".join(rows) + "\n" + end, text))


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n\n")[0], add_help=False)
    parser.add_argument("tools", type=Path)
    parser.add_argument("--points", type=int, default=20000)
    parser.add_argument("--gpu", choices=["emulator", "cuda"], default="emulator")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("functions", nargs="*")
    options = parser.parse_intermixed_args()
    names = options.functions or list(FUNCTIONS)
    unknown = [name for name in names if name not in FUNCTIONS]
    if unknown:
        sys.exit(f"error: no function `{unknown[0]}`: there are {', '.join(FUNCTIONS)}")
    if np.finfo(LONG).nmant < 63:
        sys.exit("error: NumPy's longdouble is not longer than double on this machine: the errors cannot be measured here")
    tools, problems = options.tools.resolve(), []
    gpu = options.gpu
    measured = {scalar: check(tools, gpu, names, scalar, options.points, problems) for scalar in INPUTS}
    unary = [name for name in names if arity(name) == 1]
    fast = [name for name in names if name in FAST]
    if unary:
        for scalar in ("half", "bfloat16"):
            measured[scalar] = check_small(tools, gpu, unary, scalar, problems)
    if fast:
        check_fast(tools, gpu, fast, options.points, problems)
    check_libdevice(tools, gpu, names, min(options.points, 2000), problems)
    check_reference(names, problems)
    check_casts(tools, gpu, min(options.points, 20000), problems)
    for name in names:
        shown = ", ".join(f"{scalar} {by_name[name]:.3f}" for scalar, by_name in measured.items() if name in by_name)
        print(f"{name:10} at most {FUNCTIONS[name].bound} ulp; measured {shown}")
    for problem in problems:
        print(f"error: {problem}")
    if options.write and not problems and names == list(FUNCTIONS):
        write(measured)
    print(f"{len(names)} functions at {options.points} points each, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
