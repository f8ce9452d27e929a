#!/usr/bin/env python3
"""Computes the minimax polynomials of the math library and writes `coefficients.json`.

usage: coefficients.py [NAME ...]      (all polynomials if no name is given; needs mpmath)

Each polynomial P approximates a function g on an interval so that max |weight * (P - g)| is least (the discrete Remez exchange on
a grid of Chebyshev points, in 60 digits). Coefficients are rounded to the format to the format, all at once or one by one with those
that are left fitted again, whichever is better, so that rounding costs next to nothing. `error` in the output is log2 of the weighted
maximum with the rounded coefficients: the error of the approximation relative to the function's value, without that of its evaluation.
"""

import json
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import mpmath
from mpmath import mp, mpf

from dsl import F32, F64

mp.dps = 60
FILE = Path(__file__).with_name("coefficients.json")

POLYNOMIALS = {}


def polynomial(name, interval, terms, weight=lambda x: mpf(1), fixed=()):
    """Declares one: the number of terms for f32 and f64, leading coefficients that are given."""

    def declare(function):
        POLYNOMIALS[name] = (function, interval, terms, weight, fixed)
        return function

    return declare


def series(function, order):
    """Quotients such as (exp(r) - 1 - r) / r^2 near 0, without cancellation: from the function's own series."""
    return mpmath.taylor(function, 0, order)


def remainder(function, skip, order=60):
    """(function(r) - its first `skip` Taylor terms) / r^skip, exact to the working precision for |r| < 1."""
    terms = mpmath.taylor(function, 0, order)[skip:]
    return lambda r: mpmath.polyval(terms[::-1], r)


def relative(function, scale):
    """The weight of a relative error: `scale` is what the polynomial is multiplied by in the function's value."""
    return lambda x: scale(x) / function(x)


SLACK = mpf("1.0001")
HALF_LN2 = mpmath.log(2) / 2 * SLACK
ROOT = mpmath.sqrt(2)

# exp(r) = 1 + r + r^2 P(r)
polynomial("exp", (-HALF_LN2, HALF_LN2), (5, 10), relative(mpmath.exp, lambda r: r * r))(remainder(mpmath.exp, 2))
# expm1(r) = r + r^2 P(r)
polynomial("expm1", (-HALF_LN2, HALF_LN2), (5, 11), relative(mpmath.expm1, lambda r: r * r))(remainder(mpmath.exp, 2))
# 2^r = 1 + r P(r)
polynomial("exp2", (-SLACK / 2, SLACK / 2), (6, 11), lambda r: r / mpf(2) ** r)(remainder(lambda r: mpf(2) ** r, 1))


# log(1 + f) = f - f^2 / 2 + f^3 P(f), and the same for the logarithms to base 2 and 10 behind their first term
def logarithm(base):
    exact = remainder(mpmath.log1p, 3, 200)

    def rest(f):
        cut = mpmath.log1p(f) - f + f * f / 2
        return (cut / f**3 if abs(f) > mpf("0.01") else exact(f)) / mpmath.log(base)

    return rest


M_LOW, M_HIGH = (1 / ROOT - 1) * SLACK, (ROOT - 1) * SLACK
LOG_TERMS = (8, 20)
for name, base in (("log", mpmath.e), ("log2", 2), ("log10", 10)):
    polynomial(name, (M_LOW, M_HIGH), LOG_TERMS, lambda f, base=base: f**3 / mpmath.log1p(f) * mpmath.log(base))(
        logarithm(base)
    )


# What follows is a polynomial in z = x^2.
def even(function, divide, skip, order=120):
    """z -> (function(x) / x^divide - its first terms) / z^skip, by its Taylor series, for |z| well inside its radius."""
    terms = mpmath.taylor(function, 0, order)[divide::2][skip:]
    return lambda z: mpmath.polyval(terms[::-1], z)


QUARTER_PI_SQUARED = (mpmath.pi / 4) ** 2 * SLACK
# sin(r) = r + r z P(z), cos(r) = 1 - z/2 + z^2 P(z), tan(r) = r + r z P(z)
polynomial("sin", (0, QUARTER_PI_SQUARED), (4, 7), lambda z: z)(even(mpmath.sin, 1, 1))
polynomial("cos", (0, QUARTER_PI_SQUARED), (3, 7), lambda z: z * z)(even(mpmath.cos, 0, 2))
polynomial("tan", (0, QUARTER_PI_SQUARED), (7, 15), lambda z: z)(even(mpmath.tan, 1, 1, 400))
# asin(x) = x + x z P(z) for |x| <= 1/2
polynomial("asin", (0, mpf(1) / 4 * SLACK), (6, 14), lambda z: z)(even(mpmath.asin, 1, 1, 300))


def arctangent(z):
    x = mpmath.sqrt(z)
    return (mpmath.atan(x) / x - 1) / z if z > mpf("1e-10") else -mpf(1) / 3 + z / 5


# atan(x) = x + x z P(z) for |x| <= 1
polynomial("atan", (0, SLACK), (9, 22), lambda z: z / (mpmath.atan(mpmath.sqrt(z)) / mpmath.sqrt(z)))(arctangent)
# sinh(x) = x + x z P(z) for |x| <= 1, tanh likewise for |x| <= 0.6
polynomial("sinh", (0, SLACK), (4, 8), lambda z: z)(even(mpmath.sinh, 1, 1))
polynomial("tanh", (0, mpf("0.36") * SLACK), (6, 12), lambda z: z)(even(mpmath.tanh, 1, 1, 300))
# erf(x) = x + x P(z) for |x| <= 1; log(erfc(x)) = P(x - 1) above
_erf = even(mpmath.erf, 1, 0)
polynomial("erf", (0, SLACK), (8, 14), lambda z: 1 / _erf(z))(lambda z: _erf(z) - 1)
for name, width in (("erfc_f32", 3.1), ("erfc_f64", 5.1)):
    terms = (9, None) if name == "erfc_f32" else (None, 25)
    weight = lambda t: mpmath.erfc(t + 1) / mpmath.erf(t + 1)
    polynomial(name, (0, mpf(width)), terms, weight)(lambda t: mpmath.log(mpmath.erfc(t + 1)))


# erfc(x) = exp(-x^2) P(t) / (1 + 2 x) for x >= 1/2, t = (x - center) / (x + center), which varies little (Shepherd and Laframboise, 1981)
for name, center, largest_x, terms in (("erfcx_f32", 2, 10.3, (10, None)), ("erfcx_f64", 4, 27.4, (None, 23))):

    def scaled_erfc(t, center=center):
        x = center * (1 + t) / (1 - t)
        return (1 + 2 * x) * mpmath.exp(x * x) * mpmath.erfc(x)

    ends = [(x - center) / (x + center) for x in (mpf(1) / 2 / SLACK, mpf(largest_x))]
    polynomial(name, tuple(ends), terms, lambda t, f=scaled_erfc: 1 / f(t))(scaled_erfc)


# log2(m) = s (C + z C1 + z^2 P(z)), s = (m - 1) / (m + 1), z = s^2: for pow
def atanh_rest(z):
    s = mpmath.sqrt(z)
    if z < mpf("1e-6"):
        exact = [mpf(1) / (2 * k + 5) for k in range(12)]
        return mpmath.polyval(exact[::-1], z) * 2 / mpmath.log(2)
    return (mpmath.atanh(s) / s - 1 - z / 3) / z**2 * 2 / mpmath.log(2)


polynomial("pow", (0, ((ROOT - 1) / (ROOT + 1)) ** 2 * SLACK), (3, 8), lambda z: z * z)(atanh_rest)
# cbrt(v) for 1 <= v < 8, a first guess
polynomial("cbrt", (1, 8), (5, 5), lambda v: 1 / mpmath.cbrt(v))(mpmath.cbrt)


def fit(basis, values, weights, unknowns):
    """The Remez exchange on a grid: coefficients of the unknown basis functions, and the largest weighted error."""
    count, size = len(unknowns), len(values)
    picked = [round(i * (size - 1) / count) for i in range(count + 1)]
    for _ in range(40):
        matrix, right = mpmath.matrix(count + 1, count + 1), mpmath.matrix(count + 1, 1)
        for row, index in enumerate(picked):
            for column, power in enumerate(unknowns):
                matrix[row, column] = basis[power][index]
            matrix[row, count] = (-1) ** row / weights[index]
            right[row] = values[index]
        solution = mpmath.lu_solve(matrix, right)
        found = [solution[i] for i in range(count)]
        errors = [
            weights[i] * (sum(c * basis[p][i] for c, p in zip(found, unknowns)) - values[i]) for i in range(size)
        ]
        # The extremum of each run of equal signs; the best `count + 1` neighbours of them.
        extrema = []
        for i, error in enumerate(errors):
            if extrema and (errors[extrema[-1]] > 0) == (error > 0):
                if abs(error) > abs(errors[extrema[-1]]):
                    extrema[-1] = i
            else:
                extrema.append(i)
        while len(extrema) > count + 1:
            extrema.pop(0 if abs(errors[extrema[0]]) < abs(errors[extrema[-1]]) else -1)
        worst = max(abs(e) for e in errors)
        if len(extrema) < count + 1 or worst <= abs(solution[count]) * mpf("1.001"):
            break
        picked = extrema
    return found, worst


def refit(format, basis, values, weights, known):
    """Rounds the coefficients one by one, the lowest first; the others are fitted to what is left, by least squares."""
    rounded = list(known)
    left = [v - sum(c * b[i] for c, b in zip(known, basis)) for i, v in enumerate(values)]
    for power in range(len(known), len(basis)):
        unknowns = range(power, len(basis))
        columns = [[w * b for w, b in zip(weights, basis[p])] for p in unknowns]
        right = [w * v for w, v in zip(weights, left)]
        dot = lambda a, b: mpmath.fsum(x * y for x, y in zip(a, b))
        matrix = mpmath.matrix([[dot(a, b) for b in columns] for a in columns])
        solution = mpmath.lu_solve(matrix, mpmath.matrix([dot(a, right) for a in columns]))
        coefficient = mpf(format.rounded(solution[0]))
        rounded.append(coefficient)
        left = [v - coefficient * b for v, b in zip(left, basis[power])]
    return rounded


def largest(polynomial, basis, values, weights):
    """The largest weighted error on the grid."""
    return max(
        w * abs(sum(c * b[i] for c, b in zip(polynomial, basis)) - v)
        for i, (w, v) in enumerate(zip(weights, values))
    )


def compute(name):
    function, (low, high), terms, weight, fixed = POLYNOMIALS[name]
    result = {}
    for format, count in zip((F32, F64), terms):
        if count is None:
            continue
        size = 16 * (count + 2)
        middle, half = (mpf(high) + low) / 2, (mpf(high) - low) / 2
        # An even number of points, so that none is 0 where a weight vanishes.
        grid = [middle + half * mpmath.cos(mpmath.pi * (i + mpf(1) / 2) / size) for i in range(size)]
        basis = [[x**power for x in grid] for power in range(count)]
        values = [mpf(function(x)) for x in grid]
        weights = [abs(mpf(weight(x))) for x in grid]
        unknowns = list(range(len(fixed), count))
        known = [mpf(c) for c in fixed]
        rest = [v - sum(c * b[i] for c, b in zip(known, basis)) for i, v in enumerate(values)]
        found, _ = fit(basis, rest, weights, unknowns)
        rounded = known + [mpf(format.rounded(c)) for c in found]
        refitted = refit(format, basis, values, weights, known)
        rounded = min(rounded, refitted, key=lambda p: largest(p, basis, values, weights))
        error = largest(rounded, basis, values, weights)
        result[format.name] = {"coefficients": [float(c) for c in rounded], "error": float(round(mpmath.log(error, 2), 2))}
    return name, result


def main():
    names = sys.argv[1:] or list(POLYNOMIALS)
    for name in names:
        if name not in POLYNOMIALS:
            sys.exit(f"error: no polynomial `{name}`: there are {', '.join(POLYNOMIALS)}")
    known = json.loads(FILE.read_text()) if FILE.exists() else {}
    with ProcessPoolExecutor(2) as pool:
        for name, result in pool.map(compute, names):
            known[name] = result
            print(name, {format: (len(one["coefficients"]), one["error"]) for format, one in result.items()}, flush=True)
    ordered = {name: known[name] for name in POLYNOMIALS if name in known}
    lines = []
    for name, formats in ordered.items():
        inner = ",\n".join(f"    {json.dumps(format)}: {json.dumps(one)}" for format, one in formats.items())
        lines.append(f"  {json.dumps(name)}: {{\n{inner}\n  }}")
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
