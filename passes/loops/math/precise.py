"""The functions of `library.mlir`, written once for f32 and f64.

So that all machines give the same bits, they use only operations that IEEE 754 defines exactly (add, subtract, multiply,
divide, square root, fused multiply-add, comparisons, conversions that are in range, integers), no reassociation, no tables in memory.
Polynomials come from `coefficients.json`. Names: `high` and `low` are the two parts of an unevaluated sum with |low| <= ulp(high) / 2.
"""

import json
from pathlib import Path

import mpmath

from dsl import (
    F32, F64, absolute, bits_of, copysign, extend, float_of, fma, multiply_extended, repeat_while,
    select, sqrt, to_float, trunc, truncate, unsigned_remainder, when,
)

mpmath.mp.dps = 420
HERE = Path(__file__).parent
COEFFICIENTS = json.loads((HERE / "coefficients.json").read_text())
FUNCTIONS = []
INFINITY, NAN = float("inf"), float("nan")


def function(operation, *arguments):
    """Declares the function that replaces an operation."""

    def declare(python):
        FUNCTIONS.append((operation, arguments or ("x",), python))
        return python

    return declare


# Pieces.


def horner(F, x, name, skip=0):
    """The polynomial of that name."""
    *rest, last = COEFFICIENTS[name][F.name]["coefficients"][skip:]
    value = last
    for coefficient in reversed(rest):
        value = fma(x, value, coefficient)
    return value


def fast_two_sum(a, b):
    """a + b as high and low, exactly, for |a| >= |b| or a = 0 (Dekker)."""
    high = a + b
    low = b - (high - a)
    return high, low


def two_sum(a, b):
    """a + b as high and low, exactly (Knuth)."""
    high = a + b
    shadow = high - a
    low = (a - (high - shadow)) + (b - shadow)
    return high, low


def two_product(a, b):
    """a * b as high and low, exactly."""
    high = a * b
    low = fma(a, b, -high)
    return high, low


def round_to_integer(F, scaled):
    """The nearest integer as a number and as an integer, for |scaled| < 2^(mantissa - 1): the sum's last bits are the integer's."""
    shifted = scaled + F.magic
    number = shifted - F.magic
    integer = bits_of(F, shifted) - F.to_bits(F.magic)
    return number, integer


def power_of_two(F, exponent):
    """2^exponent for an exponent of normal numbers."""
    return float_of(F, (exponent + F.bias) << F.mantissa)


def scale(F, x, exponent):
    """x * 2^exponent in two steps, so that only the last one rounds where the result is subnormal."""
    half = exponent >> 1
    return x * power_of_two(F, half) * power_of_two(F, exponent - half)


def round_with_biases(F, x, factor):
    """The nearest integer n to a product as a number, and the bits of a number that end in those of n plus two biases of exponents."""
    magic = F.magic + 2.0 * F.bias
    shifted = fma(x, factor, magic)
    return shifted - magic, bits_of(F, shifted)


def scale_by_biases(F, x, biased):
    """x * 2^n as `scale` computes it, for bits that end in those of n plus two biases; the bits above are shifted out."""
    half = biased >> 1
    return x * float_of(F, half << F.mantissa) * float_of(F, (biased - half) << F.mantissa)


def clamp(x, low, high):
    """x between two bounds; NaN stays NaN."""
    below = select(x < low, low, x)
    return select(below > high, high, below)


def reduce_exponential(F, x):
    """x = integer * ln(2) + (high + low), |high| <= ln(2)/2."""
    number, integer = round_to_integer(F, x * F.rounded(1 / mpmath.log(2)))
    ln2_high, ln2_low = F.split(mpmath.log(2))
    return number, integer, fma(number, -ln2_high, x), number * ln2_low


def exponential(F, x):
    """exp(x) as `factor * 2^integer`, factor in [0.7, 1.42]."""
    number, integer, high, correction = reduce_exponential(F, x)
    rest = high - correction
    factor = fma(rest * rest, horner(F, rest, "exp"), rest) + 1.0
    return factor, integer


@function("math.exp")
def exp(F, x):
    """exp(x) = 2^n exp(r), n = round(x / ln 2), |r| <= ln(2)/2; exp(r) = 1 + r + r^2 P(r)."""
    inside = clamp(x, *EXP_RANGE[F.name])
    number, double_bias = round_with_biases(F, inside, F.rounded(1 / mpmath.log(2)))
    ln2_high, ln2_low = F.split(mpmath.log(2))
    rest = fma(number, -ln2_low, fma(number, -ln2_high, inside))
    factor = fma(rest, fma(rest, horner(F, rest, "exp"), 1.0), 1.0)
    return scale_by_biases(F, factor, double_bias)


# Below the first all is 0, above the second all is infinite: within reach of `scale`.
EXP_RANGE = {"f32": (-105.0, 90.0), "f64": (-747.0, 711.0)}
EXP2_RANGE = {"f32": (-152.0, 130.0), "f64": (-1080.0, 1026.0)}


@function("math.exp2")
def exp2(F, x):
    """2^x = 2^n 2^r, n = round(x), |r| <= 1/2; 2^r = 1 + r P(r)."""
    inside = clamp(x, *EXP2_RANGE[F.name])
    number, integer = round_to_integer(F, inside)
    rest = inside - number
    factor = fma(rest, horner(F, rest, "exp2"), 1.0)
    return scale(F, factor, integer)


@function("math.expm1")
def expm1(F, x):
    """exp(x) - 1 = 2^n (exp(r) - 1) + (2^n - 1), n = round(x / ln 2); exp(r) - 1 = r + r^2 P(r)."""
    smallest, largest = {"f32": (-25.0, F.rounded(88.8)), "f64": (-60.0, 709.8)}[F.name]
    number, integer, reduced, correction = reduce_exponential(F, clamp(x, smallest, largest))
    rest = reduced - correction
    lost = (reduced - rest) - correction
    core = rest + fma(rest * rest, horner(F, rest, "expm1"), lost)
    half_power = power_of_two(F, integer - 1)
    value = 2.0 * fma(half_power, core, half_power - 0.5)
    return select(absolute(x) < F.tiny, x, select(x > largest, INFINITY, value))


def split_exponent(F, x):
    """x = 2^exponent * significand for positive normal x, the significand in [sqrt(1/2), sqrt(2))."""
    bits = bits_of(F, x)
    exponent = (bits - F.to_bits(F.rounded(mpmath.sqrt(0.5)))) >> F.mantissa
    significand = float_of(F, bits - (exponent << F.mantissa))
    return exponent, significand


def split_any(F, x):
    """The same for all positive x: subnormal ones are made normal first."""
    subnormal = x < F.smallest_normal
    normal = select(subnormal, x * 2.0**F.precision, x)
    exponent, significand = split_exponent(F, normal)
    return exponent - select(subnormal, F.precision, 0, F.int), significand


def logarithm_edges(F, x, value):
    """What a logarithm is of 0, negative numbers, infinity and NaN."""
    finite = select(x < INFINITY, value, x)
    return select(x > 0.0, finite, select(x.eq(0.0), -INFINITY, NAN, F.float))


def logarithm(F, exponent, fraction, lost, name, base):
    """log(2^exponent * (1 + fraction + lost)); log(1 + f) = f - f^2/2 + f^3 P(f), all divided by log(base)."""
    number = to_float(F, exponent)
    # The product with the exponent must be exact.
    step_high, step_low = F.split(mpmath.log(2) / mpmath.log(base), F.precision - (12 if F is F64 else 9))
    square = fraction * fraction
    if base == mpmath.e:
        first, first_low = fraction, None
        curve = fma(fraction, horner(F, fraction, name), -0.5) * square
    else:
        unit_high, unit_low = F.split(1 / mpmath.log(base))
        first, first_low = two_product(fraction, unit_high)
        first_low = fma(fraction, unit_low, first_low)
        half_unit = F.rounded(-0.5 / mpmath.log(base))
        curve = fma(fma(fraction, horner(F, fraction, name), half_unit), square, first_low)
    if lost is not None:
        curve = curve + lost
    high, low = two_sum(number * step_high, first)
    return high + (fma(number, step_low, low) + curve)


def plain_logarithm(F, x, name, base):
    exponent, significand = split_any(F, x)
    return logarithm_edges(F, x, logarithm(F, exponent, significand - 1.0, None, name, base))


@function("math.log")
def log(F, x):
    """log(2^e m) = e ln(2) + log(m), m in [sqrt(1/2), sqrt(2)); log(1 + f) = f - f^2/2 + f^3 P(f)."""
    return plain_logarithm(F, x, "log", mpmath.e)


@function("math.log2")
def log2(F, x):
    """As log, divided by ln(2); exact for powers of 2."""
    return plain_logarithm(F, x, "log2", 2)


@function("math.log10")
def log10(F, x):
    """As log, divided by ln(10)."""
    return plain_logarithm(F, x, "log10", 10)


@function("math.log1p")
def log1p(F, x):
    """As log of the sum 1 + x kept as high + low; x itself is the fraction where that is in range."""
    high, low = two_sum(x.builder.value(1.0, x.type), x)
    exponent, significand = split_exponent(F, high)
    # 2^-exponent in two steps: it is no normal number for the largest x.
    low_scaled = low * 0.5 * power_of_two(F, 1 - exponent)
    fraction, lost = fast_two_sum(significand - 1.0, low_scaled)
    near = exponent.eq(0)
    value = logarithm(F, exponent, select(near, x, fraction), select(near, 0.0, lost), "log", mpmath.e)
    finite = select(x < INFINITY, value, x)
    edges = select(x > -1.0, finite, select(x.eq(-1.0), -INFINITY, NAN, F.float))
    return select(absolute(x) < F.tiny, x, edges)


@function("math.rsqrt")
def rsqrt(F, x):
    """1 / sqrt(x), both correctly rounded."""
    return 1.0 / sqrt(x)


@function("math.cbrt")
def cbrt(F, x):
    """cbrt(2^(3 q) v) = 2^q cbrt(v), 1 <= v < 8: a polynomial, two steps of Halley, one of Newton with an exact remainder."""
    size = absolute(x)
    subnormal = size < F.smallest_normal
    shift = 3 * ((F.precision + 2) // 3)
    bits = bits_of(F, select(subnormal, size * 2.0**shift, size))
    biased = bits.shift_right_logical(F.mantissa)
    # The quotient by 3 of a small number, as a product; the bias is that of a multiple of 3.
    offset = F.bias % 3
    third = ((biased - offset + 3) * 21846) >> 16
    place = (biased - offset + 3) - third * 3
    significand = (bits & ((1 << F.mantissa) - 1)) | (F.bias << F.mantissa)
    v = float_of(F, significand + (place << F.mantissa))
    guess = horner(F, v, "cbrt")
    for _ in range(1 if F is F32 else 2):
        cube = guess * guess * guess
        guess = guess * (fma(v, 2.0, cube) / fma(cube, 2.0, v))
    square, square_low = two_product(guess, guess)
    cube, cube_low = two_product(square, guess)
    remainder = (v - cube) - fma(square_low, guess, cube_low)
    root = guess + remainder / (square * 3.0)
    exponent = third - select(subnormal, shift // 3, 0, F.int) - (F.bias - offset) // 3 - 1
    value = copysign(root * power_of_two(F, exponent), x)
    return select(x.eq(0.0), x, select(size < INFINITY, value, x + x))


# Trigonometry: x = quadrant * pi/2 + (high + low), |high| <= pi/4.

# Up to here three parts of pi/2 suffice; beyond, the bits of 2/pi (Payne and Hanek, 1983).
SMALL_ANGLE = {"f32": 2.0**16, "f64": 2.0**20}


def reduce_small(F, x):
    """Cody and Waite's reduction with three parts of pi/2 and fused multiply-adds."""
    half_pi = mpmath.pi / 2
    first = F.rounded(half_pi)
    second = F.rounded(half_pi - first)
    third = F.rounded(half_pi - first - second)
    number, quadrant = round_to_integer(F, x * F.rounded(2 / mpmath.pi))
    rest = fma(number, -first, x)  # exact
    step, step_low = two_product(number, second)
    high, lost = two_sum(rest, -step)
    low = (lost - step_low) - number * third
    return quadrant, *fast_two_sum(high, low)


def window_of_two_over_pi(F, start):
    """Four words of the bits of 2/pi, beginning at bit `start` behind the padding that makes the smallest start 0."""
    smallest = {"f32": 16, "f64": 20}[F.name] - F.mantissa
    largest = F.bias - F.mantissa
    # Bits at weight 4 and more times the significand's unit are multiples of a whole turn: padding or skipped.
    padding = 2 - smallest
    levels = 2 if F is F32 else 4
    count = (1 << levels) - 1 + 4
    assert largest - smallest < F.bits << levels
    table = int(mpmath.floor(mpmath.ldexp(2 / mpmath.pi, count * F.bits - padding)))
    words = [(table >> (F.bits * (count - 1 - i))) & ((1 << F.bits) - 1) for i in range(count)]
    index, shift = start.shift_right_logical(5 if F is F32 else 6), start & (F.bits - 1)
    for level in reversed(range(levels)):
        step = 1 << level
        taken = (index & step).ne(0)
        if words and not hasattr(words[0], "type"):
            words = [start.builder.value(w, F.int) for w in words]
        words = [select(taken, words[i + step], words[i]) for i in range(len(words) - step)]
    opposite = F.bits - 1 - shift
    return [
        (words[i] << shift) | words[i + 1].shift_right_logical(1).shift_right_logical(opposite) for i in range(3)
    ]


def reduce_large(F, x):
    """x * 2/pi modulo 4 in integers, with two words behind the point (Payne and Hanek)."""
    size = bits_of(F, absolute(x))
    smallest = {"f32": 16, "f64": 20}[F.name] - F.mantissa
    start = size.shift_right_logical(F.mantissa) - (F.bias + F.mantissa + smallest)
    significand = (size & ((1 << F.mantissa) - 1)) | (1 << F.mantissa)
    first, second, third = window_of_two_over_pi(F, start)
    _, carry = multiply_extended(third, significand)
    middle_low, middle_high = multiply_extended(second, significand)
    low_word = middle_low + carry
    overflow = select(low_word.below(carry), 1, 0, F.int)
    high_word = first * significand + middle_high + overflow
    # The top two bits and a half are the quadrant, rounded; what is left is in [-1/2, 1/2) quadrants.
    quadrant = (high_word + (1 << (F.bits - 3))).shift_right_logical(F.bits - 2)
    rest_word = high_word - (quadrant << (F.bits - 2))
    negative = rest_word < 0
    flip = rest_word >> (F.bits - 1)
    rest_word, low_word = rest_word ^ flip, low_word ^ flip
    # Four pieces of at most `precision` bits, each converted exactly.
    cut = 8 if F is F32 else 11
    mask = (1 << cut) - 1
    word = 2.0**F.bits
    a = to_float(F, rest_word.shift_right_logical(cut)) * 2.0**cut
    b = to_float(F, rest_word & mask)
    c = to_float(F, low_word.shift_right_logical(cut)) * (2.0**cut / word)
    d = to_float(F, low_word & mask) * (1 / word)
    tail, tail_low = fast_two_sum(b, c)
    high, lost = fast_two_sum(a, tail)
    low = lost + (tail_low + d)
    # Quadrants to radians.
    unit_high, unit_low = F.split(mpmath.ldexp(mpmath.pi / 2, 2 - F.bits))
    angle, angle_low = two_product(high, unit_high)
    angle_low = fma(high, unit_low, fma(low, unit_high, angle_low))
    angle, angle_low = fast_two_sum(angle, angle_low)
    backwards = negative ^ (x < 0.0)
    quadrant = select(x < 0.0, 0 - quadrant, quadrant)
    return quadrant, select(backwards, -angle, angle), select(backwards, -angle_low, angle_low)


def reduce_angle(F, x):
    """Infinity and NaN give NaN."""
    return when(absolute(x) < SMALL_ANGLE[F.name], lambda: reduce_small(F, x), lambda: reduce_large(F, x))


def sine_kernel(F, high, low):
    """sin(high + low) for |high| <= pi/4: r + r z P(z), z = r^2."""
    square = high * high
    return high + fma(high * square, horner(F, square, "sin"), low * fma(square, -0.5, 1.0))


def cosine_kernel(F, high, low):
    """cos(high + low) for |high| <= pi/4: 1 - z/2 + z^2 P(z), z = r^2."""
    square = high * high
    half = square * 0.5
    main = 1.0 - half
    rest = (1.0 - main) - half
    return main + (rest + fma(square * square, horner(F, square, "cos"), -(high * low)))


def circular(F, x, turn):
    quadrant, high, low = reduce_angle(F, x)
    sine, cosine = sine_kernel(F, high, low), cosine_kernel(F, high, low)
    place = quadrant + turn
    value = select((place & 1).eq(0), sine, cosine)
    signed = float_of(F, bits_of(F, value) ^ ((place & 2) << (F.bits - 2)))
    return select(absolute(x) < INFINITY, signed, NAN)


@function("math.sin")
def sin(F, x):
    """The sine or cosine of x - n pi/2, by polynomials; n by three parts of pi/2, for large x by the bits of 2/pi."""
    return select(absolute(x) < F.tiny, x, circular(F, x, 0))


@function("math.cos")
def cos(F, x):
    """As sin, a quarter turn on."""
    return circular(F, x, 1)


@function("math.tan")
def tan(F, x):
    """Reduced as for sin; tan(r) = r + r z P(z), z = r^2, and -1 / tan(r) in odd quadrants, with the remainder of the quotient."""
    quadrant, high, low = reduce_angle(F, x)
    square = high * high
    main, main_low = fast_two_sum(high, high * square * horner(F, square, "tan"))
    main_low = fma(low, fma(main, main, 1.0), main_low)
    quotient = -1.0 / main
    missing = fma(quotient, main, 1.0) + quotient * main_low
    value = select((quadrant & 1).eq(0), main + main_low, fma(quotient, missing, quotient))
    return select(absolute(x) < F.tiny, x, select(absolute(x) < INFINITY, value, NAN))


# Inverse functions.


def arcsine_parts(F, size):
    """For 0 <= size <= 1: whether above 1/2, and a sum high + low = asin(size), or asin(sqrt((1 - size) / 2)) above."""
    above = size > 0.5
    square = select(above, (1.0 - size) * 0.5, size * size)
    root = sqrt(square)
    # What the square root lost: (square - root^2) / (2 root).
    lost = select(square.eq(0.0), 0.0, fma(-root, root, square) / (root + root))
    high = select(above, root, size)
    curve = high * square * horner(F, square, "asin")
    return above, high, select(above, curve + lost, curve)


@function("math.asin")
def asin(F, x):
    """asin(x) = x + x z P(z), z = x^2, for |x| <= 1/2; above, pi/2 - 2 asin(sqrt((1 - |x|) / 2))."""
    size = absolute(x)
    above, high, low = arcsine_parts(F, size)
    quarter, quarter_low = F.split(mpmath.pi / 2)
    difference, lost = fast_two_sum(quarter, -(high + high))
    complement = difference + (lost + (quarter_low - (low + low)))
    value = copysign(select(above, complement, high + low), x)
    return select(size < F.tiny, x, value)


@function("math.acos")
def acos(F, x):
    """pi/2 - asin(x) for |x| <= 1/2; above, 2 asin(sqrt((1 - x) / 2)) or pi minus that of -x."""
    size = absolute(x)
    above, high, low = arcsine_parts(F, size)
    quarter, quarter_low = F.split(mpmath.pi / 2)
    signed_high, signed_low = copysign(high, x), copysign(low, x)
    near, near_lost = fast_two_sum(quarter, -signed_high)
    near = near + (near_lost + (quarter_low - signed_low))
    far, far_lost = fast_two_sum(2 * quarter, -(high + high))
    far = far + (far_lost + (2 * quarter_low - (low + low)))
    close = (high + high) + (low + low)
    return select(above, select(x > 0.0, close, far), near)


@function("math.atan")
def atan(F, x):
    """atan(x) = x + x z P(z), z = x^2, for |x| <= 1; above, pi/2 - atan(1 / |x|)."""
    size = absolute(x)
    above = size > 1.0
    quarter, quarter_low = F.split(mpmath.pi / 2)
    reduced = select(above, 1.0 / size, size)
    square = reduced * reduced
    curve = reduced * square * horner(F, square, "atan")
    difference, lost = fast_two_sum(quarter, -reduced)
    complement = difference + (lost + (quarter_low - curve))
    value = copysign(select(above, complement, reduced + curve), x)
    return select(size < F.tiny, x, value)


@function("math.atan2", "y", "x")
def atan2(F, y, x):
    """atan of the smaller through the larger of |y| and |x|, put in its octant."""
    width, height = absolute(x), absolute(y)
    steep = height > width
    larger, smaller = select(steep, height, width), select(steep, width, height)
    both_infinite = smaller.eq(INFINITY)
    trivial = larger.eq(0.0)
    quotient = select(both_infinite, 1.0, smaller) / select(both_infinite | trivial, 1.0, larger)
    square = quotient * quotient
    tail = quotient * square * horner(F, square, "atan")
    quarter, quarter_low = F.split(mpmath.pi / 2)
    # steep: pi/2 - angle; then, left of the axis: pi - angle.
    left = bits_of(F, x) < 0
    base = select(steep, quarter, select(left, 2 * quarter, 0.0, F.float))
    base_low = select(steep, quarter_low, select(left, 2 * quarter_low, 0.0, F.float))
    backwards = steep ^ left
    signed, signed_tail = select(backwards, -quotient, quotient), select(backwards, -tail, tail)
    high, lost_sum = fast_two_sum(base, signed)
    sum_value = high + (lost_sum + (base_low + signed_tail))
    value = select(base.eq(0.0), quotient + tail, sum_value)
    return select(x.is_nan() | y.is_nan(), x + y, copysign(value, y))


# Hyperbolic functions and the error function.


@function("math.sinh")
def sinh(F, x):
    """x + x z P(z), z = x^2, for |x| <= 1; above, h - 1 / (4 h) with h = exp(|x|) / 2."""
    size = absolute(x)
    square = x * x
    near = fma(x * square, horner(F, square, "sinh"), x)
    factor, integer = exponential(F, clamp(size, 0.0, EXP_RANGE[F.name][1] + 1.0))
    half = scale(F, factor, integer - 1)
    far = copysign(half - 0.25 / half, x)
    return select(size < 1.0, near, far)


@function("math.cosh")
def cosh(F, x):
    """h + 1 / (4 h) with h = exp(|x|) / 2."""
    factor, integer = exponential(F, clamp(absolute(x), 0.0, EXP_RANGE[F.name][1] + 1.0))
    half = scale(F, factor, integer - 1)
    return half + 0.25 / half


@function("math.tanh")
def tanh(F, x):
    """x + x z P(z), z = x^2, for |x| <= 0.6; above, 1 - 2 / (exp(2 |x|) + 1)."""
    size = absolute(x)
    square = x * x
    near = fma(x * square, horner(F, square, "tanh"), x)
    factor, integer = exponential(F, clamp(size + size, 0.0, 64.0))
    far = 1.0 - 2.0 / (scale(F, factor, integer) + 1.0)
    return copysign(select(size < F.rounded(mpmath.mpf("0.6")), near, far), x)


@function("math.erf")
def erf(F, x):
    """x + x P(x^2) for |x| <= 1; above, 1 - exp(P(|x| - 1)), P an approximation of log(erfc)."""
    size = absolute(x)
    square = x * x
    near = fma(x, horner(F, square, "erf"), x)
    bound = {"f32": 4.0, "f64": 6.0}[F.name]
    exponent = horner(F, clamp(size, 0.0, bound) - 1.0, f"erfc_{F.name}")
    factor, integer = exponential(F, exponent)
    far = copysign(1.0 - scale(F, factor, integer), x)
    return select(size < 1.0, near, far)


def log_of_one_plus(F, s, s_low):
    """The exponent, fraction and rest of 1 + s + s_low for `logarithm`, for s >= 0; s itself is the fraction where that is in range."""
    high, low = two_sum(s.builder.value(1.0, s.type), s)
    exponent, significand = split_exponent(F, high)
    low_scaled = (low + s_low) * 0.5 * power_of_two(F, 1 - exponent)
    fraction, lost = fast_two_sum(significand - 1.0, low_scaled)
    near = exponent.eq(0)
    return exponent, select(near, s, fraction), select(near, s_low, lost)


def log_of_sum(F, size, s, s_low):
    """log(1 + s + s_low), or log(2 size) for sizes whose square is beyond reach of the sum."""
    far = size > 2.0 ** (F.precision + 2)
    exponent, fraction, lost = log_of_one_plus(F, select(far, 0.0, s), select(far, 0.0, s_low))
    far_exponent, significand = split_exponent(F, size)
    exponent = select(far, far_exponent + 1, exponent)
    return logarithm(F, exponent, select(far, significand - 1.0, fraction), select(far, 0.0, lost), "log", mpmath.e)


@function("math.asinh")
def asinh(F, x):
    """log(1 + s), s = |x| + x^2 / (1 + sqrt(1 + x^2)) as a sum of two numbers; log(2 |x|) for large x."""
    size = absolute(x)
    inside = select(size > 2.0 ** (F.precision + 2), 1.0, size)
    square = inside * inside
    s, s_low = two_sum(inside, square / (sqrt(square + 1.0) + 1.0))
    value = copysign(log_of_sum(F, size, s, s_low), x)
    return select(size < F.tiny, x, select(size < INFINITY, value, x))


@function("math.acosh")
def acosh(F, x):
    """log(1 + s), s = t + sqrt(2 t + t^2), t = x - 1, all as sums of two numbers; log(2 x) for large x."""
    inside = select(x > 2.0 ** (F.precision + 2), 1.0, x)
    t = inside - 1.0
    t_low = (inside - (t + 1.0))
    square, square_low = two_product(t, t)
    radicand, radicand_low = two_sum(t + t, square)
    radicand_low = radicand_low + (square_low + fma(t_low, 2.0, t * t_low * 2.0))
    root = sqrt(radicand)
    # The root of a sum: what the rounded root leaves, through twice the root.
    divisor = select(radicand > 0.0, root + root, 1.0)
    root_low = (fma(-root, root, radicand) + radicand_low) / divisor
    s, s_low = two_sum(root, t)
    value = log_of_sum(F, x, s, s_low + (root_low + t_low))
    finite = select(x < INFINITY, value, x)
    return select(x >= 1.0, finite, NAN)


@function("math.atanh")
def atanh(F, x):
    """log(1 + q) / 2, q = 2 |x| / (1 - |x|) as a sum of two numbers."""
    size = absolute(x)
    inside = select(size < 1.0, size, 0.0)
    divisor = 1.0 - inside
    divisor_low = (1.0 - divisor) - inside
    double = inside + inside
    q = double / divisor
    q_low = fma(-q, divisor_low, fma(-q, divisor, double)) / divisor
    exponent, fraction, lost = log_of_one_plus(F, q, q_low)
    value = logarithm(F, exponent, fraction, lost, "log", mpmath.e) * 0.5
    edges = select(size < 1.0, value, select(size.eq(1.0), INFINITY, NAN, F.float))
    return select(size < F.tiny, x, copysign(edges, x))


@function("math.erfc")
def erfc(F, x):
    """1 - x - x P(x^2) for |x| < 1/2; above, exp(-x^2) P(t) / (1 + 2 |x|), t = (|x| - K) / (|x| + K), from 2 for negative x."""
    size = absolute(x)
    square = x * x
    one, one_low = two_sum(x.builder.value(1.0, x.type), -x)
    near = one + fma(-x, horner(F, square, "erf"), one_low)
    center, bound = {"f32": (2.0, 10.2), "f64": (4.0, 27.3)}[F.name]
    inside = clamp(size, 0.25, F.rounded(mpmath.mpf(bound)))
    square, square_low = two_product(inside, inside)
    factor, integer = exponential(F, -square)
    factor = fma(-square_low, factor, factor)
    place = (inside - center) / (inside + center)
    divisor, divisor_low = fast_two_sum(inside + inside, inside.builder.value(1.0, x.type))
    curve = horner(F, place, f"erfcx_{F.name}")
    quotient = curve / divisor
    quotient = quotient + fma(-quotient, divisor_low, fma(-quotient, divisor, curve)) / divisor
    far = scale(F, factor * quotient, integer)
    far = select(x < 0.0, 2.0 - far, far)
    value = select(size < 0.5, near, far)
    return select(x.is_nan(), x, value)


@function("math.powf", "x", "y")
def powf(F, x, y):
    """|x|^y = 2^(y log2|x|), the logarithm and the product as sums of two numbers; exceptions as in C99.

    log2(2^e m) = e + s (C + z C/3 + z^2 P(z)), s = (m - 1) / (m + 1), z = s^2, C = 2 / ln 2.
    """
    size = absolute(x)
    exponent, significand = split_any(F, size)
    numerator = significand - 1.0
    denominator, denominator_low = fast_two_sum(1.0, significand)
    reciprocal = 1.0 / denominator
    s = numerator * reciprocal
    s_low = fma(-s, denominator_low, fma(-s, denominator, numerator)) * reciprocal
    z, z_low = two_product(s, s)
    z_low = fma(s + s, s_low, z_low)
    unit, unit_low = F.split(2 / mpmath.log(2))
    third, third_low = F.split(2 / (3 * mpmath.log(2)))
    curve, curve_low = two_product(z, third)
    curve_low = fma(z_low, third, fma(z, third_low, curve_low)) + z * z * horner(F, z, "pow")
    sum_high, sum_low = fast_two_sum(unit, curve)
    sum_low = sum_low + (curve_low + unit_low)
    mantissa, mantissa_low = two_product(s, sum_high)
    mantissa_low = fma(s_low, sum_high, fma(s, sum_low, mantissa_low))
    log_high, log_low = fast_two_sum(to_float(F, exponent), mantissa)
    log_low = log_low + mantissa_low
    log_high, log_low = fast_two_sum(log_high, log_low)
    # Beyond reach of the exponent the low part means nothing.
    product, product_low = two_product(y, log_high)
    product_low = fma(y, log_low, product_low)
    low_bound, high_bound = EXP2_RANGE[F.name]
    inside = absolute(product) < high_bound + 100.0
    power = clamp(product, low_bound, high_bound)
    number, integer = round_to_integer(F, power)
    rest = (power - number) + select(inside, product_low, 0.0)
    value = scale(F, fma(rest, horner(F, rest, "exp2"), 1.0), integer)
    # 0 and infinity to a power.
    grows = (y > 0.0) ^ size.eq(0.0)
    value = select(size.eq(0.0) | size.eq(INFINITY), select(grows, INFINITY, 0.0, F.float), value)
    # A negative number: only whole powers, odd ones are negative.
    half = y * 0.5
    whole = trunc(y).eq(y)
    odd = whole & trunc(half).ne(half)
    below = bits_of(F, x) < 0
    value = select(below & odd, -value, value)
    finite_below = (x < 0.0) & size.ne(INFINITY)
    value = select(finite_below & ~whole, NAN, value)
    value = select(x.is_nan() | y.is_nan(), x + y, value)
    one = y.eq(0.0) | x.eq(1.0) | (x.eq(-1.0) & absolute(y).eq(INFINITY))
    return select(one, 1.0, value)


def integer_significand(F, size):
    """size = significand * 2^(exponent - bias - mantissa), as a 64-bit and a word-sized integer; subnormal numbers too."""
    bits = bits_of(F, size)
    biased = bits.shift_right_logical(F.mantissa)
    subnormal = biased.eq(0)
    significand = (bits & ((1 << F.mantissa) - 1)) | select(subnormal, 0, 1 << F.mantissa, F.int)
    wide = significand if F is F64 else extend(significand, "i64")
    return wide, select(subnormal, 1, biased)


@function("arith.remf", "x", "y")
def remf(F, x, y):
    """The exact remainder with the sign of x, by long division in integers, several binary digits at a time."""
    width, height = absolute(x), absolute(y)
    dividend, dividend_exponent = integer_significand(F, width)
    divisor, divisor_exponent = integer_significand(F, height)
    # Nothing is divided where there is no finite quotient.
    proper = (width < INFINITY) & (height > 0.0) & (width >= height)
    divisor = select(proper, divisor, 1)
    digits = select(proper, dividend_exponent - divisor_exponent, 0)
    step = 63 - F.precision

    def continues(rest, digits):
        return digits > 0

    def divide(rest, digits):
        now = select(digits < step, digits, step)
        shifted = rest << (now if F is F64 else extend(now, "i64"))
        return unsigned_remainder(shifted, divisor), digits - now

    rest, _ = repeat_while(continues, divide, (unsigned_remainder(dividend, divisor), digits))
    word = rest if F is F64 else truncate(rest, "i32")
    small = scale(F, to_float(F, word), divisor_exponent - (F.bias + F.mantissa))
    value = copysign(select(proper, small, width), x)
    undefined = x.is_nan() | y.is_nan() | width.eq(INFINITY) | y.eq(0.0)
    return select(undefined, NAN, value)


@function("math.round")
def round(F, x):
    """Half away from zero: truncation after adding the number below 1/2."""
    return trunc(x + copysign(0.5 - 2.0 ** -(F.mantissa + 2), x))
