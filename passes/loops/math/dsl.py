"""Python expressions that write MLIR: what `precise.py` and `fast.py` are written in.

A function of the library is a Python function over `Value`s. Calling it once with the parameters of a `Builder` records one operation
per Python operator; local variables give the values their names, so the printed MLIR reads like the Python.
"""

import functools
import math
import struct
import sys
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Format:
    """A floating-point format and the integers of its width."""

    name: str
    float: str  # the type in MLIR
    int: str
    bits: int
    mantissa: int  # explicit bits: 23 or 52
    bias: int
    round: type  # the NumPy type

    @property
    def precision(self):
        """Bits of the significand, the implicit one included."""
        return self.mantissa + 1

    @property
    def magic(self):
        """Adding and subtracting 1.5 * 2^mantissa rounds to the nearest integer, ties to even."""
        return 1.5 * 2.0**self.mantissa

    @property
    def tiny(self):
        """Below this, x + O(x^2) is x."""
        return 2.0 ** -(self.mantissa + 5)

    @property
    def smallest_normal(self):
        return 2.0 ** (1 - self.bias)

    @property
    def sign_bit(self):
        return 1 << (self.bits - 1)

    def to_bits(self, value):
        """The bits of a number as an integer."""
        return int(np.array(self.round(value)).view({32: np.uint32, 64: np.uint64}[self.bits]))

    def split(self, value, bits=None):
        """High and low part of an mpmath number; the high part has so many bits, all of the format if not given."""
        high = self.rounded(value, bits)
        return high, self.rounded(value - high)

    def rounded(self, value, bits=None):
        """An mpmath number rounded to so many bits, as a float."""
        if value == 0:
            return 0.0
        bits = bits or self.precision
        mantissa, exponent = math.frexp(float(value))
        import mpmath

        scaled = mpmath.nint(mpmath.ldexp(value, bits - exponent))
        return math.ldexp(int(scaled), exponent - bits)


F32 = Format("f32", "f32", "i32", 32, 23, 127, np.float32)
F64 = Format("f64", "f64", "i64", 64, 52, 1023, np.float64)

_COMPARE_FLOATS = {"==": "oeq", "!=": "une", "<": "olt", "<=": "ole", ">": "ogt", ">=": "oge"}
_COMPARE_INTS = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}


class Value:
    """The result of an operation, with its MLIR type."""

    def __init__(self, builder, type):
        self.builder, self.type, self.name = builder, type, None

    def __repr__(self):
        return f"%{self.name}" if self.name else "%?"

    @property
    def is_float(self):
        return self.type.startswith("f")

    def binary(self, other, float_op, int_op, swap=False):
        other = self.builder.value(other, self.type)
        op = float_op if self.is_float else int_op
        left, right = (other, self) if swap else (self, other)
        return self.builder.op(f"arith.{op}", [left, right], self.type)

    def __add__(self, other): return self.binary(other, "addf", "addi")
    def __radd__(self, other): return self.binary(other, "addf", "addi", swap=True)
    def __sub__(self, other): return self.binary(other, "subf", "subi")
    def __rsub__(self, other): return self.binary(other, "subf", "subi", swap=True)
    def __mul__(self, other): return self.binary(other, "mulf", "muli")
    def __rmul__(self, other): return self.binary(other, "mulf", "muli", swap=True)
    def __truediv__(self, other): return self.binary(other, "divf", None)
    def __rtruediv__(self, other): return self.binary(other, "divf", None, swap=True)
    def __lshift__(self, other): return self.binary(other, None, "shli")
    def __rshift__(self, other): return self.binary(other, None, "shrsi")
    def __and__(self, other): return self.binary(other, None, "andi")
    def __or__(self, other): return self.binary(other, None, "ori")
    def __xor__(self, other): return self.binary(other, None, "xori")

    def __neg__(self):
        return self.builder.op("arith.negf", [self], self.type)

    def __invert__(self):
        return self ^ (1 if self.type == "i1" else -1)

    def shift_right_logical(self, other):
        return self.binary(other, None, "shrui")

    def compare(self, other, symbol):
        other = self.builder.value(other, self.type)
        op, names = ("arith.cmpf", _COMPARE_FLOATS) if self.is_float else ("arith.cmpi", _COMPARE_INTS)
        return self.builder.op(f"{op} {names[symbol]},", [self, other], "i1", shown=self.type)

    def __lt__(self, other): return self.compare(other, "<")
    def __le__(self, other): return self.compare(other, "<=")
    def __gt__(self, other): return self.compare(other, ">")
    def __ge__(self, other): return self.compare(other, ">=")
    def eq(self, other): return self.compare(other, "==")
    def ne(self, other): return self.compare(other, "!=")

    def below(self, other):
        """Less than, unsigned."""
        other = self.builder.value(other, self.type)
        return self.builder.op("arith.cmpi ult,", [self, other], "i1", shown=self.type)

    def is_nan(self):
        return self.builder.op("arith.cmpf uno,", [self, self], "i1", shown=self.type)


class Builder:
    """One `func.func` under construction; values are named after the variables of functions in `files`."""

    def __init__(self, name, doc, arguments, files):
        self.name, self.doc, self.files = name, doc, files
        self.constants = {}
        self.lines = []  # (indent, results, text made of parts)
        self.indent = 1
        self.arguments = []
        for argument, type in arguments:
            value = Value(self, type)
            value.name = argument
            self.arguments.append(value)

    def value(self, given, type):
        if isinstance(given, Value):
            assert given.type == type, f"{self.name}: expected {type}, found {given.type}"
            return given
        key = (type, struct.pack("<d", float(given)) if type.startswith("f") else int(given))
        if key not in self.constants:
            value = Value(self, type)
            value.literal = _literal(given, type)
            self.constants[key] = value
        return self.constants[key]

    def op(self, name, operands, type, shown=None):
        result = Value(self, type)
        self.lines.append((self.indent, [result], [f"{name} ", *_commas(operands), f" : {shown or type}"]))
        return result

    def cast(self, name, operand, type):
        result = Value(self, type)
        self.lines.append((self.indent, [result], [f"{name} ", operand, f" : {operand.type} to {type}"]))
        return result

    def write(self, results, parts):
        self.lines.append((self.indent, results, parts))

    def build(self, function, *leading):
        """Runs the Python function, naming values by its variables, and returns the text."""
        names = set()

        def trace(frame, event, argument):
            if frame.f_code.co_filename not in self.files:
                return None
            if event in ("line", "return"):
                for name, value in frame.f_locals.items():
                    for one in value if isinstance(value, tuple) else (value,):
                        if isinstance(one, Value) and one.name is None:
                            one.name = name
            return trace

        previous = sys.gettrace()
        sys.settrace(trace)
        try:
            result = function(*leading, *self.arguments)
        finally:
            sys.settrace(previous)
        return self.print(result, names)

    def print(self, result, names):
        used, counts = {a.name: a for a in self.arguments}, {}

        def spell(value):
            if getattr(value, "literal", None) is not None and value.name is None:
                value.name = "c"
            wanted = value.name or "t"
            if used.get(getattr(value, "spelled", None)) is value:
                return value.spelled
            name = wanted
            while name in used and used[name] is not value:
                counts[wanted] = counts.get(wanted, 0) + 1
                name = f"{wanted}_{counts[wanted]}"
            used[name] = value
            value.spelled = name
            return name

        text = [f"  // {line}".rstrip() for line in self.doc.splitlines()]
        shown = ", ".join(f"%{spell(a)}: {a.type}" for a in self.arguments)
        text.append(f"  func.func @{self.name}({shown}) -> {result.type} {{")
        for value in self.constants.values():
            text.append(f"    %{spell(value)} = arith.constant {value.literal}")
        for indent, results, parts in self.lines:
            body = "".join(f"%{spell(p)}" if isinstance(p, Value) else p for p in parts)
            left = ", ".join(f"%{spell(r)}" for r in results)
            text.append("  " * (indent + 1) + (f"{left} = {body}" if results else body))
        text.append(f"    return %{spell(result)} : {result.type}")
        text.append("  }")
        return "\n".join(text) + "\n"


def _commas(operands):
    parts = []
    for operand in operands:
        parts += [", ", operand]
    return parts[1:]


def _literal(value, type):
    if type == "i1":
        return "true" if value else "false"
    if not type.startswith("f"):
        bits = int(type[1:])
        value = int(value) & ((1 << bits) - 1)
        return f"{value - (1 << bits) if value >> (bits - 1) else value} : {type}"
    format = F32 if type == "f32" else F64
    number = format.round(value)
    assert math.isnan(value) or float(number) == float(value), f"{value!r} is no {type}"
    if not np.isfinite(number):
        return f"0x{format.to_bits(number):0{format.bits // 4}X} : {type}"
    text = np.format_float_scientific(number, unique=True, trim="0") if number else repr(float(number))
    if number and 1e-3 <= abs(number) < 1e7:
        text = np.format_float_positional(number, unique=True, trim="0")
    return f"{text} : {type}"


# Operations that Python has no operator for.


def fma(a, b, c):
    builder = next(v for v in (a, b, c) if isinstance(v, Value)).builder
    type = next(v for v in (a, b, c) if isinstance(v, Value)).type
    return builder.op("math.fma", [builder.value(v, type) for v in (a, b, c)], type)


def _unary(name):
    return lambda x: x.builder.op(name, [x], x.type)


absolute = _unary("math.absf")
sqrt = _unary("math.sqrt")
trunc = _unary("math.trunc")


def copysign(magnitude, sign):
    return sign.builder.op("math.copysign", [sign.builder.value(magnitude, sign.type), sign], sign.type)


def maximum(a, b):
    return a.builder.op("arith.maximumf", [a, a.builder.value(b, a.type)], a.type)


def minimum(a, b):
    return a.builder.op("arith.minimumf", [a, a.builder.value(b, a.type)], a.type)


def select(condition, yes, no, type=None):
    """The type is needed only where both are numbers."""
    builder = condition.builder
    type = type or next(v for v in (yes, no) if isinstance(v, Value)).type
    return builder.op("arith.select", [condition, builder.value(yes, type), builder.value(no, type)], type)


def bits_of(format, x):
    return x.builder.cast("arith.bitcast", x, format.int)


def float_of(format, x):
    return x.builder.cast("arith.bitcast", x, format.float)


def to_float(format, x):
    return x.builder.cast("arith.sitofp", x, format.float)


def to_int(x, type):
    return x.builder.cast("arith.fptosi", x, type)


def extend(x, type):
    return x.builder.cast("arith.extui", x, type)


def truncate(x, type):
    return x.builder.cast("arith.trunci", x, type)


def unsigned_remainder(a, b):
    return a.builder.op("arith.remui", [a, b], a.type)


def multiply_extended(a, b):
    """The low and the high word of an unsigned product."""
    low, high = Value(a.builder, a.type), Value(a.builder, a.type)
    a.builder.write([low, high], ["arith.mului_extended ", a, ", ", a.builder.value(b, a.type), f" : {a.type}"])
    return low, high


def intrinsic(name, *operands, flags=""):
    """A call of an LLVM intrinsic on floating-point numbers of one type."""
    builder, type = operands[0].builder, operands[0].type
    result = Value(builder, type)
    types = ", ".join([type] * len(operands))
    flags = f" {{fastmathFlags = #llvm.fastmath<{flags}>}}" if flags else ""
    head = f'llvm.call_intrinsic "{name}"('
    builder.write([result], [head, *_commas([builder.value(v, type) for v in operands]), f"){flags} : ({types}) -> {type}"])
    return result


def when(condition, then, otherwise):
    """`scf.if` with values: both branches are functions that return tuples."""
    builder = condition.builder
    header = ["scf.if ", condition, " -> (", "", ") {"]
    results = []
    builder.write(results, header)
    for branch in (then, otherwise):
        builder.indent += 1
        values = branch()
        types = ", ".join(v.type for v in values)
        builder.write([], ["scf.yield ", *_commas(values), f" : {types}"])
        builder.indent -= 1
        builder.write([], ["} else {"] if branch is then else ["}"])
    header[3] = types
    results.extend(Value(builder, v.type) for v in values)
    return tuple(results)


def repeat_while(condition, body, initial):
    """`scf.while`: as long as `condition(*values)` holds, the values become `body(*values)`."""
    builder = initial[0].builder
    types = ", ".join(v.type for v in initial)
    before = tuple(Value(builder, v.type) for v in initial)
    results = tuple(Value(builder, v.type) for v in initial)
    after = tuple(Value(builder, v.type) for v in initial)
    pairs = []
    for inner, outer in zip(before, initial):
        pairs += [", ", inner, " = ", outer]
    builder.write(results, ["scf.while (", *pairs[1:], f") : ({types}) -> ({types}) {{"])
    builder.indent += 1
    holds = condition(*before)
    builder.write([], ["scf.condition(", holds, ") ", *_commas(before), f" : {types}"])
    builder.indent -= 1
    arguments = []
    for value in after:
        arguments += [", ", value, f": {value.type}"]
    builder.write([], ["} do {"])
    builder.write([], ["^bb0(", *arguments[1:], "):"])
    builder.indent += 1
    values = body(*after)
    builder.write([], ["scf.yield ", *_commas(values), f" : {types}"])
    builder.indent -= 1
    builder.write([], ["}"])
    return results
