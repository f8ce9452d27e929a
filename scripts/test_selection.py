#!/usr/bin/env python3
"""Operations of `math`, `arith` and `llvm` on every type: `tc-translate --mlir-to-ptx` compiles each or refuses it, and LLVM never aborts the process.

usage: test_selection.py FOLDER-OF-TOOLS [--all] [--verbose] [OPERATION ...]

Operations of `math` on f16, bf16, f32, f64 and vectors of these, and the others on a few types; --all tries everything, some minutes long. A refusal is a diagnostic with status 1 that names the operation and its line. Operations come from the table below; a type that MLIR's own verifier does
not let an operation have counts as refused.
"""

import argparse
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ELEMENTS = ["f16", "bf16", "f32", "f64"]
FLOATS = ELEMENTS + [f"vector<{n}x{t}>" for t in ELEMENTS for n in ("3", "4", "2x2")] + ["f128", "f80", "tf32", "f8E4M3FN", "vector<[4]xf32>"]
INTEGERS = ["i1", "i3", "i8", "i16", "i32", "i64", "i128", "i256", "index", "vector<3xi8>", "vector<4xi32>", "vector<2xi64>", "vector<2x2xi16>", "vector<2xi128>"]

QUICK_OF_MATH = {*ELEMENTS, *(f"vector<4x{type}>" for type in ELEMENTS), "f128", "i32", "i128", "vector<4xi32>"}
QUICK = {"f32", "f128", "i128"}


def like(type, element):
    """The type with other elements: `vector<4xf32>` with `i1` is `vector<4xi1>`."""
    return f"{type[: type.rindex('x') + 1]}{element}>" if type.startswith("vector") else element


def element_of(type):
    return type[type.rindex("x") + 1 : -1]


# Operation: its generic form over operand types, made from a type.
def unary(type):
    return [type], [type], ""


def binary(type):
    return [type] * 2, [type], ""


def ternary(type):
    return [type] * 3, [type], ""


def predicate(type):
    return [type], [like(type, "i1")], ""


def two_results(type):
    return [type], [type] * 2, ""


def two_by_two(type):
    return [type] * 2, [type] * 2, ""


def with_carry(type):
    return [type] * 2, [type, like(type, "i1")], ""


def comparison(type):
    return [type] * 2, [like(type, "i1")], " <{predicate = 3 : i64}>"


def integer_power(type):
    return [type, like(type, "i32")], [type], ""


def choice(type):
    return [like(type, "i1"), type, type], [type], ""


def pair(type):
    return [type], [f"!llvm.struct<({type}, {type})>"], ""


def poison(type):
    return [type], [type], " <{is_zero_poison = false}>"


def struct_with_flag(type):
    return [type] * 2, [f"!llvm.struct<({type}, {like(type, 'i1')})>"], ""


def to(element):
    return lambda type: ([type], [like(type, element)], "")


def of(element):
    return lambda type: ([like(type, element)], [type], "")


def table():
    """Operation, variant, its form, and the types to try."""
    floats = "acosh asin asinh atan atanh cbrt ceil cos acos cosh sin sinh erf erfc exp exp2 expm1 floor log log10 log1p log2 rsqrt sqrt tan tanh roundeven round trunc absf"
    rows = [(f"math.{name}", unary, FLOATS) for name in floats.split()]
    rows += [(f"math.{name}", binary, FLOATS) for name in "atan2 copysign powf".split()]
    rows += [("math.fma", ternary, FLOATS), ("math.clampf", ternary, FLOATS), ("math.sincos", two_results, FLOATS), ("math.fpowi", integer_power, FLOATS)]
    rows += [(f"math.{name}", predicate, FLOATS) for name in "isfinite isinf isnan isnormal".split()]
    rows += [(f"math.{name}", unary, INTEGERS) for name in "absi ctlz cttz ctpop".split()]
    rows += [("math.ipowi", binary, INTEGERS)]
    rows += [(f"arith.{name}", binary, FLOATS) for name in "addf subf mulf divf remf maximumf maxnumf minimumf minnumf".split()]
    rows += [("arith.negf", unary, FLOATS), ("arith.cmpf", comparison, FLOATS), ("arith.select", choice, FLOATS + INTEGERS)]
    integers = "addi subi muli divui divsi ceildivui ceildivsi floordivsi remui remsi andi ori xori shli shrui shrsi maxsi maxui minsi minui"
    rows += [(f"arith.{name}", binary, INTEGERS) for name in integers.split()]
    rows += [("arith.cmpi", comparison, INTEGERS), ("arith.addui_extended", with_carry, INTEGERS)]
    rows += [(f"arith.{name}", two_by_two, INTEGERS) for name in ("mulsi_extended", "mului_extended")]
    for element in ("i1", "i8", "i32", "i64", "i128"):
        rows += [(f"arith.{name}", to(element), FLOATS) for name in ("fptosi", "fptoui")]
        rows += [(f"arith.{name}", of(element), FLOATS) for name in ("sitofp", "uitofp")]
        rows += [(f"arith.{name}", to(element), INTEGERS) for name in ("extui", "extsi", "trunci", "index_cast", "index_castui")]
    for element in ("bf16", "f16", "f32", "f64", "f128", "f8E5M2"):
        rows += [(f"arith.{name}", to(element), FLOATS) for name in ("extf", "truncf")]
    for element in ("i16", "i32", "i64", "i128"):
        rows += [("arith.bitcast", to(element), FLOATS)]
    return rows + llvm_table()


def llvm_table():
    """Operations that a person may write in the `llvm` dialect, where no pass of ours runs before LLVM."""
    floats = [type for type in FLOATS if "2x2" not in type]
    integers = [type for type in INTEGERS if "2x2" not in type and type != "index"]
    plain = [type for type in floats if type not in ("tf32", "f8E4M3FN")]
    rows = [(f"llvm.{name}", binary, floats) for name in "fadd fsub fmul fdiv frem".split()]
    rows += [("llvm.fneg", unary, floats), ("llvm.fcmp", comparison, floats)]
    names = "exp exp2 exp10 fabs ceil floor log10 log2 log roundeven round trunc sqrt rint nearbyint sin cos tan asin acos atan sinh cosh tanh"
    rows += [(f"llvm.intr.{name}", unary, floats) for name in names.split()]
    rows += [(f"llvm.intr.{name}", binary, floats) for name in "copysign pow maxnum minnum maximum minimum atan2".split()]
    rows += [(f"llvm.intr.{name}", ternary, floats) for name in ("fma", "fmuladd")]
    rows += [(f"llvm.intr.{name}", lambda type: ([type, "i32"], [type], ""), floats) for name in ("powi",)]
    rows += [("llvm.intr.ldexp", integer_power, floats), ("llvm.intr.sincos", pair, plain)]
    rows += [("llvm.intr.frexp", lambda type: ([type], [f"!llvm.struct<({type}, {like(type, 'i32')})>"], ""), plain)]
    rows += [(f"llvm.intr.{name}", to(element), floats) for name in ("lround", "lrint") for element in ("i32", "i64")]
    rows += [(f"llvm.intr.{name}", to("i64"), ELEMENTS + ["f128"]) for name in ("llround", "llrint")]
    for element in ("i1", "i32", "i64", "i128"):
        rows += [(f"llvm.{name}", to(element), floats) for name in ("fptosi", "fptoui")]
        rows += [(f"llvm.{name}", of(element), floats) for name in ("sitofp", "uitofp")]
    for element in ("bf16", "f16", "f32", "f64", "f128"):
        rows += [(f"llvm.{name}", to(element), floats) for name in ("fpext", "fptrunc")]
    rows += [(f"llvm.{name}", binary, integers) for name in "add sub mul udiv sdiv urem srem and or xor shl lshr ashr".split()]
    names = "smax smin umax umin sadd.sat uadd.sat ssub.sat usub.sat sshl.sat ushl.sat"
    rows += [(f"llvm.intr.{name}", binary, integers) for name in names.split()]
    rows += [(f"llvm.intr.{name}", unary, integers) for name in "bitreverse bswap ctpop".split()]
    rows += [(f"llvm.intr.{name}", poison, integers) for name in "ctlz cttz".split()]
    rows += [(f"llvm.intr.{name}", ternary, integers) for name in "fshl fshr".split()]
    rows += [(f"llvm.intr.{sign}{name}.with.overflow", struct_with_flag, integers) for sign in "su" for name in ("add", "sub", "mul")]
    reductions = [(f"llvm.intr.vector.reduce.{name}", floats) for name in "fmax fmin fmaximum fminimum".split()]
    reductions += [(f"llvm.intr.vector.reduce.{name}", integers) for name in "add and mul or smax smin umax umin xor".split()]
    rows += [(name, lambda type: ([type], [element_of(type)], ""), [t for t in types if t.startswith("vector")]) for name, types in reductions]
    vectors = [type for type in floats if type.startswith("vector")]
    rows += [(f"llvm.intr.vector.reduce.{name}", lambda type: ([element_of(type), type], [element_of(type)], ""), vectors) for name in ("fadd", "fmul")]
    return rows


def kernel(operation, form, type):
    """A module with one kernel that reads the operands from arrays and stores the results."""
    operands, results, attributes = form(type)
    types = operands + results
    lines = [f"    %x{k} = memref.load %A{k}[%i] : memref<2x{t}>" for k, t in enumerate(operands)]
    count = f":{len(results)}" if len(results) > 1 else ""
    given = ", ".join(f"%x{k}" for k in range(len(operands)))
    lines.append(f'    %y{count} = "{operation}"({given}){attributes} : ({", ".join(operands)}) -> ({", ".join(results)})')
    if results[0].startswith("!llvm.struct"):
        # An array cannot contain pairs: their parts are stored.
        types = operands + (parts := results[0][len("!llvm.struct<(") : -2].split(", "))
        lines += [f"    %z{k} = llvm.extractvalue %y[{k}] : {results[0]}" for k in range(2)]
        lines += [f"    memref.store %z{k}, %A{len(operands) + k}[%i] : memref<2x{t}>" for k, t in enumerate(parts)]
        results = []
    for k, t in enumerate(results):
        value = f"%y#{k}" if count else "%y"
        lines.append(f"    memref.store {value}, %A{len(operands) + k}[%i] : memref<2x{t}>")
    arrays = ", ".join(f"%A{k}: memref<2x{t}>" for k, t in enumerate(types))
    body = "\n".join(lines)
    return f"gpu.module @kernels {{\n  gpu.func @k({arrays}) kernel {{\n    %i = gpu.thread_id x\n{body}\n    gpu.return\n  }}\n}}\n"


def attempt(tools, case):
    """The outcome of one case: compiled, refused, or the reason of a failure."""
    operation, form, type = case
    text = kernel(operation, form, type)
    done = subprocess.run([tools / "tc-translate", "--mlir-to-ptx", "-"], input=text, capture_output=True, text=True, timeout=300)
    if done.returncode == 0:
        return ("compiled", "") if ".entry k" in done.stdout.replace("visible ", "") else ("failed", "no kernel in the PTX")
    if done.returncode != 1:
        return "failed", f"status {done.returncode}: {done.stderr.strip()[:300]}"
    if "error:" not in done.stderr or f"{operation}" not in done.stderr:
        return "failed", f"the refusal does not name the operation: {done.stderr.strip()[:400]}"
    return "refused", done.stderr.strip().splitlines()[0]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n\n")[0], add_help=False)
    parser.add_argument("tools", type=Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("operations", nargs="*")
    options = parser.parse_intermixed_args()
    cases = [(operation, form, type) for operation, form, types in table() for type in types]
    if options.operations:
        cases = [case for case in cases if case[0] in options.operations]
    elif not options.all:
        cases = [case for case in cases if case[2] in (QUICK_OF_MATH if case[0].startswith("math.") else QUICK)]
    with ThreadPoolExecutor(2) as pool:
        outcomes = list(pool.map(lambda case: attempt(options.tools.resolve(), case), cases))
    for (operation, form, type), (outcome, reason) in zip(cases, outcomes):
        operands, results, _ = form(type)
        if outcome == "failed" or options.verbose:
            print(f"{outcome}: {operation} : ({', '.join(operands)}) -> ({', '.join(results)}): {reason}")
    count = Counter(outcome for outcome, _ in outcomes)
    print(f"{len(cases)} operations on types: {count['compiled']} compiled, {count['refused']} refused, {count['failed']} failures")
    return 1 if count["failed"] or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
