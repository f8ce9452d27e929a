"""The functions of `fast.mlir`, for f32 on a GPU: its own approximations.

Errors are those that the PTX ISA states for the instruction, and those of the operations added here.
"""

import mpmath

from dsl import absolute, fma, intrinsic, select, to_float, when
from precise import INFINITY, NAN, SMALL_ANGLE, reduce_large, round_to_integer

FAST = []


def fast(operation, *arguments):
    """Declares the function that replaces an operation on f32 where a GPU's own approximations are good enough."""

    def declare(python):
        FAST.append((operation, arguments or ("x",), python))
        return python

    return declare


@fast("math.exp")
def fast_exp(F, x):
    """ex2.approx(x log2(e)): relative error 2^-22 + 1.5 |x| 2^-24, that of the product."""
    return intrinsic("llvm.nvvm.ex2.approx.f32", x * F.rounded(1 / mpmath.log(2)))


@fast("math.exp2")
def fast_exp2(F, x):
    """ex2.approx: relative error 2^-22."""
    return intrinsic("llvm.nvvm.ex2.approx.f32", x)


def fast_logarithm_of(F, x, unit):
    """lg2.approx: absolute error 2^-22 for 1/2 < x < 2, else relative error 2^-22; then a product."""
    value = intrinsic("llvm.nvvm.lg2.approx.f", x)
    return value if unit == 1 else value * F.rounded(unit)


@fast("math.log")
def fast_log(F, x):
    """lg2.approx(x) ln(2): absolute error 2^-22 for 1/2 < x < 2, else relative error 2^-21."""
    return fast_logarithm_of(F, x, mpmath.log(2))


@fast("math.log2")
def fast_log2(F, x):
    """lg2.approx: absolute error 2^-22 for 1/2 < x < 2, else relative error 2^-22."""
    return fast_logarithm_of(F, x, 1)


@fast("math.log10")
def fast_log10(F, x):
    """lg2.approx(x) log10(2): absolute error 2^-22 for 1/2 < x < 2, else relative error 2^-21."""
    return fast_logarithm_of(F, x, mpmath.log(2) / mpmath.log(10))


@fast("math.sqrt")
def fast_sqrt(F, x):
    """sqrt.approx: relative error 2^-22."""
    return intrinsic("llvm.nvvm.sqrt.approx.f", x)


@fast("math.rsqrt")
def fast_rsqrt(F, x):
    """rsqrt.approx: relative error 2^-22."""
    return intrinsic("llvm.nvvm.rsqrt.approx.f", x)


@fast("arith.divf", "x", "y")
def fast_divf(F, x, y):
    """div.full: 2 ulp."""
    return intrinsic("llvm.nvvm.div.full", x, y)


@fast("math.tanh")
def fast_tanh(F, x):
    """tanh.approx: relative error 2^-10.9."""
    return intrinsic("llvm.tanh.f32", x, flags="afn")


def fast_circular(F, x, name):
    """The instruction on what is left of x behind whole turns, where it is exact to 2^-20.5; whole turns as in precise mode for large x."""

    def small():
        turn_high, turn_low = F.split(2 * mpmath.pi)
        number, _ = round_to_integer(F, x * F.rounded(1 / (2 * mpmath.pi)))
        return (fma(number, -turn_low, fma(number, -turn_high, x)),)

    def large():
        quadrant, high, _ = reduce_large(F, x)
        return (fma(to_float(F, quadrant & 3), F.rounded(mpmath.pi / 2), high),)

    (angle,) = when(absolute(x) < SMALL_ANGLE[F.name], small, large)
    return select(absolute(x) < INFINITY, intrinsic(f"llvm.nvvm.{name}.approx.f", angle), NAN)


@fast("math.sin")
def fast_sin(F, x):
    """sin.approx behind whole turns: absolute error 2^-20."""
    return fast_circular(F, x, "sin")


@fast("math.cos")
def fast_cos(F, x):
    """cos.approx behind whole turns: absolute error 2^-20."""
    return fast_circular(F, x, "cos")
