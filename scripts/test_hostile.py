#!/usr/bin/env python3
"""Feeds hostile inputs to the tools: each must be answered with a diagnostic, or be accepted, within 10 s of processor time and 2 GiB.

usage: test_hostile.py FOLDER_OF_THE_TOOLS [NAME ...]

Every input is a file. An input that is refused must end with status 1 (3 where a budget ends it) and say `error`; one that is accepted, with status 0;
one that is too much work, with status 3 and TC0601. The programs of `hostile_programs.py` are compiled for a GPU and for a CPU, and its schedule trees are
proved and made to loops; the slowest are named.
"""

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hostile_programs import PROGRAMS, TREES, tree

# The tools that read arrays and mapping options.
COPY = "def copy(float(N) A) -> (B) {\n  B(i) = A(i)\n}\n"
ROOT = Path(__file__).resolve().parent.parent
SECONDS, BYTES = 10, 2 << 30
DEEP, MEGABYTE = 100_000, 1_000_000


def body(expression, where=""):
    return f"def f(float(N) A, float(M,N) C, int32(N) I) -> (B) {{\n  B(i) = {expression}{where}\n}}\n"


def nested(before, middle, after, depth=DEEP):
    return body(before * depth + middle + after * depth)


def many(count, statement, last):
    return "def f(float(N) A) -> (B) {\n" + "".join(statement(n) for n in range(count)) + last + "}\n"


def calls(depth, value="A(i)"):
    """Each def calls the one before twice: 2^depth statements when inlined."""
    defs = [f"def f0(float(N) A) -> (B) {{\n  B(i) = {value}\n}}\n"]
    for n in range(1, depth + 1):
        defs.append(f"def f{n}(float(N) A) -> (B) {{\n  T = f{n - 1}(A)\n  B = f{n - 1}(T)\n}}\n")
    return "".join(defs)


def names(count, form="i{}", separator=","):
    return separator.join(form.format(n) for n in range(count))


# Text that is refused.
REFUSED = {
    "parentheses": nested("(", "A(i)", ")"),
    "parentheses that do not close": body("(" * DEEP),
    "minus signs": nested("-", "A(i)", ""),
    "calls of min": nested("min(1, ", "A(i)", ")"),
    "conditions": nested("true ? 1 : ", "A(i)", ""),
    "casts": nested("float(", "A(i)", ")"),
    "a long unknown name": body("x" * MEGABYTE + "(i)"),
    "a line without end": body(" + ".join(["A(i)("] * (MEGABYTE // 8))),
    "zero bytes": "\0" * MEGABYTE,
    "zero bytes in a program": body("A(\0i)"),
    "noise": random.Random(1).randbytes(10 * MEGABYTE),
    "not UTF-8": b"def f(float(N) A) -> (B) { B(i) = A(i) \xff\xfe }\n",
    "a long integer": body("9" * MEGABYTE + " * A(i)"),
    "an infinite literal": body("A(i) * 1e999999999"),
    "a size that no machine has": "def f(float(99999999999999999999) A) -> (B) {\n  B(i) = A(i)\n}\n",
    "braces": "{" * MEGABYTE,
    "words": "def " * (MEGABYTE // 4),
    "unknown names": body(names(20_000, "T{}(i)", " + ")),
    "statements that are wrong": many(20_000, lambda n: f"  T{n}(i) = nope{n}(i)\n", "  B(i) = A(i)\n"),
    "defs that are wrong": "def f(float(N) A) -> (B) { B(i) = }\n" * 20_000,
    "clauses that are wrong": body("A(i)", " where " + names(20_000, "k{} in 0:3")),
    "one name in thousands of defs": "def f(float(N) A) -> (B) { B(i) = A(i) }\n" * 20_000,
    "a call chain that recurs": "".join(f"def f{n}(float(N) A) -> (B) {{ B = f{(n + 1) % 3000}(A) }}\n" for n in range(3000)),
    "indices without a range": body("A(" + names(300, "j{}", " + ") + ")").replace("=", "+=!"),
    "nothing": "",
    "a comment only": "# " + "x" * MEGABYTE,
}

# Text that needs too much work: refused at once, with status 3 and TC0601.
TOO_MUCH = {
    "inlining that doubles": calls(40),
    "inlining of stencils that doubles": calls(40, "A(i) + A(i + 1) + A(i + 2)"),
}

# Valid text.
ACCEPTED = {
    "a long name": f"def f(float(N) A) -> (B) {{\n  {'x' * MEGABYTE}(i) = A(i)\n  B(i) = {'x' * MEGABYTE}(i)\n}}\n",
    "a long sum": body(" + ".join(["A(i)"] * 20_000)),
    "a long comment": "# " + "é" * MEGABYTE + "\n" + body("A(i)"),
    "blanks": body("A(i)" + " \n" * MEGABYTE),
    "definitions that double": body("v60", " where v0 = A(i)" + "".join(f", v{n} = v{n - 1} * v{n - 1}" for n in range(1, 61))),
    "clamps in clamps": body("A(" + "max(min(" * 60 + "I(i)" + ", N - 1), 0)" * 60 + ")"),
    "dimensions": f"def f(float({names(100, 'N{}')}) A) -> (B) {{\n  B({names(100)}) = A({names(100)})\n}}\n",
    "statements": many(2_000, lambda n: f"  t{n}(i) = {f't{n - 1}' if n else 'A'}(i) * 0.5\n", "  B(i) = t1999(i)\n"),
    "a call chain": "def f0(float(N) A) -> (B) {\n  B(i) = A(i)\n}\n" + "".join(f"def f{n}(float(N) A) -> (B) {{\n  B = f{n - 1}(A)\n}}\n" for n in range(1, 300)),
    "subscripts that are data, wrapped around": body(" + ".join(f"C(I(i) % C.0 + {n}, (I(i) + {n}) % C.1)" for n in range(40))),
    "inputs": "def f(" + names(2_000, "float(N) A{}") + ") -> (B) {\n  B(i) = " + names(2_000, "A{}(i)", " + ") + "\n}\n",
}


def scop(inside):
    return f"schedule.scop @f(%A: memref<8xf32>) {{ schedule.domain \"{{ }}\" {{ {inside} }} }}"


def deep(before, after, count):
    return "module {\n" + before * count + after * count + "\n}\n"


def wide(rank):
    extents, zeros = "x".join(["1"] * rank), ", ".join(["0"] * rank)
    access = f"%A[{zeros}] : memref<{extents}xf32>"
    statement = f"schedule.statement @S() {{ %0 = affine.load {access}\n affine.store %0, {access.replace('%A', '%B')} }}"
    return f'schedule.scop @f(%A: memref<{extents}xf32>, out %B: memref<{extents}xf32>) {{ {statement} schedule.domain "{{ S[] }}" {{ }} }}'


def band(members):
    all = ", ".join(f'sequential "{{ S[i] -> [floor(i/{n})] }}"' for n in range(members, 0, -1))
    return tree(1000, [("S", ("i",), "A[%i]", "B[%i]", "0 <= i < 1000")], f"schedule.band ({all}) {{}}")


MLIR_REFUSED = {
    "4,000 regions": deep("module {\n", "}\n", 4000),
    "8,000 attributes": "module attributes {a = " + "[" * 8000 + "]" * 8000 + "} {}\n",
    "an array of 2,000 dimensions": wide(2000),
    "1,000 members in a band": band(1000),
    "parentheses in an expression": f"#a = #tc.expr<{'(' * DEEP}N{')' * DEEP}>",
    "signs in an expression": f"#a = #tc.expr<{'- ' * DEEP}N>",
    "operators in an expression": f"#a = #tc.expr<{'N + ' * DEEP}N>",
    "digits in an expression": f"#a = #tc.expr<{'9' * DEEP}>",
    "a long isl object": f"#a = #schedule.set<\"{'[' * MEGABYTE}\">",
    "parentheses in an isl object": f"#a = #schedule.set<\"{{ S[i] : {'(' * DEEP}i = 0{')' * DEEP} }}\">",
    "nodes of a tree": scop("schedule.filter \"{ }\" {" * DEEP + "}" * DEEP),
    "a type in a type": "!t = " + "!tc.tensor<[N], " * DEEP + "f32" + ">" * DEEP,
    "zero bytes": "\0" * MEGABYTE,
    "noise": random.Random(2).randbytes(10 * MEGABYTE),
    "operations that are wrong": "tc.nope\n" * 20_000,
}
MLIR_ACCEPTED = {
    "nothing": "",
    "a long name": f"tc.def @{'f' * MEGABYTE}() -> () {{ }}",
}


def ptx(inside, version=".version 8.0\n.target sm_80\n.address_size 64\n"):
    return f"{version}.visible .entry k()\n{{\n{inside}\n}}\n"


PTX_REFUSED = {
    "nothing": "",
    "noise": random.Random(5).randbytes(10 * MEGABYTE),
    "zero bytes": "\0" * MEGABYTE,
    "not UTF-8": b".version 8.0\n.target sm_80\n// \xff\xfe\n",
    "braces in a body": ptx("{" * DEEP),
    "parentheses in an operand": ptx("mov.u32 " + "(" * DEEP),
    "a long unknown instruction": ptx("x" * MEGABYTE + ";"),
    "a long integer": ptx(".reg .b32 %r<2>;\nmov.u32 %r1, " + "9" * MEGABYTE + ";"),
    "registers that no machine has": ptx(".reg .b32 %r<99999999999>;"),
    "registers of terabytes": ptx(".reg .b64 %r<4294967295>;\nmov.u64 %r4294967294, 1;\nbra X;"),
    "shared memory that no machine has": ptx(".shared .align 4 .b8 t[99999999999999999999];\nret;"),
    "shared memory of terabytes": ptx(".shared .align 4 .b8 t[1099511627776];\nret;"),
    "local memory of terabytes": ptx(".local .align 4 .b8 t[1099511627776];\nret;"),
    "an alignment that overflows": ptx(".shared .align 9223372036854775808 .b8 t[4];\nret;"),
    "a label that is none": ptx("bra NOWHERE;"),
    "instructions that are wrong": ptx("nope.u32 %r1;\n" * 20_000),
    "a loop without end": ptx("X:\nbra X;"),
    "a call of itself": ".version 8.0\n.target sm_80\n.address_size 64\n.func f()\n{\ncall.uni f;\nret;\n}\n" + "x",
}
PTX_ACCEPTED = {
    "nothing to do": ptx("ret;"),
    "a long label": ptx("x" * MEGABYTE + ":\nret;"),
    "branches": ptx("".join(f"bra L{n};\nL{n}:\n" for n in range(20_000)) + "ret;"),
    "a long comment": "/*" + "é" * MEGABYTE + "*/\n" + ptx("ret;"),
}


def npy(header, data=b"", version=b"\x01\x00"):
    size = len(header).to_bytes(2 if version[0] == 1 else 4, "little")
    return b"\x93NUMPY" + version + size + header.encode() + data


def described(shape, kind="<f4", order="False"):
    return f"{{'descr': '{kind}', 'fortran_order': {order}, 'shape': {shape}, }}\n"


NPY_REFUSED = {
    "nothing": b"",
    "noise": random.Random(3).randbytes(10 * MEGABYTE),
    "zero bytes": b"\0" * MEGABYTE,
    "a header that ends early": b"\x93NUMPY\x01\x00\xff\xff{",
    "a header of 4 GiB": b"\x93NUMPY\x02\x00\xff\xff\xff\xff{",
    "a header in a header": npy("(" * 60_000),
    "dictionaries without end": npy("{'shape': " * 100_000, version=b"\x02\x00"),
    "a shape that no machine has": npy(described("(99999999999999999999,)"), b"\0" * 64),
    "a shape that overflows": npy(described("(4294967296, 4294967296)"), b"\0" * 64),
    "a shape of terabytes": npy(described("(1099511627776,)"), b"\0" * 64),
    "a negative shape": npy(described("(-1,)"), b"\0" * 64),
    "dimensions": npy(described("(" + "1, " * 20_000 + ")"), b"\0" * 4),
    "data that end early": npy(described("(8,)"), b"\0" * 31),
    "data behind the end": npy(described("(8,)"), b"\0" * 33),
    "another type": npy(described("(8,)", "<c16"), b"\0" * 128),
    "a type that is none": npy(described("(8,)", "\x00" * 1000), b"\0" * 32),
    "a version of the future": npy(described("(8,)"), b"\0" * 32, b"\x09\x00"),
}
NPY_ACCEPTED = {"eight numbers": npy(described("(8,)"), b"\0" * 32)}

JSON_REFUSED = {
    "nothing": "",
    "noise": random.Random(4).randbytes(10 * MEGABYTE),
    "zero bytes": "\0" * MEGABYTE,
    "brackets": "[" * DEEP,
    "brackets in an option": '{"tile": ' + "[" * DEEP,
    "objects": '{"tile":' * DEEP,
    "a number that no machine has": '{"tile": [99999999999999999999]}',
    "a negative tile": '{"tile": [-1]}',
    "a fraction": '{"tile": [1e308]}',
    "a long name": '{"' + "x" * MEGABYTE + '": 1}',
    "another kind of value": '{"tile": "' + "x" * MEGABYTE + '"}',
    "not UTF-8": b'{"tile": "\xff\xfe"}',
    "two values": "{} {}",
}
JSON_ACCEPTED = {"no options": "{}", "a long list of blanks": " " * MEGABYTE + "{}"}


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 2))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def problem(command, accepted):
    """The error in the answer; none if it is right. For too much work `accepted` is None."""
    done = subprocess.run(command, capture_output=True, preexec_fn=limit, timeout=300)
    said = done.stderr.decode(errors="replace")
    if accepted:
        return None if done.returncode == 0 else f"status {done.returncode}: {said[-600:]}"
    if done.returncode not in ((1, 3) if accepted is False else (3,)):
        return f"status {done.returncode}: {said[-600:]}"
    if "error" not in said:
        return "no error is reported"
    if accepted is None and "TC0601" not in said:
        return f"no TC0601: {said[-600:]}"
    if len(said) > 4 * MEGABYTE:
        return f"{len(said)} characters of diagnostics"
    return None


def commands(kind, path):
    if kind == "mlir":
        return [["tc-opt", path], ["tc-run", path, "--explain=ranges"]]
    if kind == "ptx":
        return [["ptx-emulator", path, "--block", "32"]]
    copy = path.parent / "copy.tc"
    if kind == "npy":
        return [["tc-run", copy, "--input", f"A={path}", "--target=reference"]]
    if kind == "json":
        return [["tc-run", copy, "--size=N=8", f"--options={path}", "--emit=schedule", f"--target={target}"] for target in ("cpu", "emulator")]
    last = path.read_bytes().rsplit(b"def ", 1)[-1].split(b"(")[0]
    entry = ["--entry", last.decode()] if last[:1] == b"f" and len(last) < 20 else []
    return [["tc-fmt", path], ["tc-translate", "--tc-to-mlir", path], ["tc-run", path, "--explain=ranges", *entry]]


# Not every tool checks names, types and ranges.
EITHER = {
    "tc-fmt": None,
    "tc-translate": ("text inlining that doubles", "text inlining of stencils that doubles", "text indices without a range", "text nothing", "text a comment only"),
    "tc-opt": ("mlir zero bytes",),
    "tc-run": ("text nothing", "mlir nothing"),
    "ptx-emulator": (),
}


def check(folder, tools, kind, name, text, accepted):
    """The problems that the tools have with one input."""
    path = Path(folder) / f"{kind}-{name.replace(' ', '-')}.{'tc' if kind == 'text' else kind}"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    problems = []
    for tool, *rest in commands(kind, path):
        either = EITHER[tool] is None or f"{kind} {name}" in EITHER[tool]
        answers = (True, False) if either else (accepted,)
        found = [problem([tools / tool, *rest], answer) for answer in answers]
        if all(found):
            problems.append(f"{tool}: {name}: {found[-1]}")
    path.unlink()
    return problems


def measured(command, errors):
    """The processor time of a command, its status, and what it wrote to the file `errors`."""
    with open(errors, "wb") as file:
        process = subprocess.Popen(["timeout", "120", *command], stdout=subprocess.DEVNULL, stderr=file, preexec_fn=limit)
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime, process.returncode, errors.read_text(errors="replace")


def compiled(folder, tools, name, target):
    """Compiles a program for a target: the seconds, the name, and the problem."""
    text, options, accepted = PROGRAMS[name]
    path = Path(folder) / f"{name.replace(' ', '-')}-{target}.tc"
    path.write_text(text)
    level, machine = ("llvm", "host") if target == "cpu" else ("ptx", "sm_90a")
    command = [tools / "tc-run", path, f"--target={target}", f"--machine={machine}", f"--emit={level}={os.devnull}", *options]
    spent, status, said = measured(command, path.with_suffix(".txt"))
    right = {True: (0,), False: (1,), None: (0, 1, 3)}[accepted]
    refused = status != 0 and not said.startswith("error")
    bad = status not in right or refused
    return spent, f"{name} ({target})", f"{name} ({target}): status {status} after {spent:.1f} s: {said[-600:]}" if bad else None


def proved(folder, tools, name):
    """Proves a tree and makes loops of it: the seconds, the name, and the problem."""
    text, legal = TREES[name]
    path = Path(folder) / f"{name.replace(' ', '-')}.mlir"
    path.write_text(text)
    passes = "builtin.module(schedule.scop(schedule-verify),schedule-to-cpu)"
    spent, status, said = measured([tools / "tc-opt", path, f"--pass-pipeline={passes}", "-o", os.devnull], path.with_suffix(".txt"))
    right = {True: status == 0, False: status == 1 and "TC0402" in said, None: status == 0 or "TC0601" in said}[legal]
    return spent, f"{name} (tree)", None if right else f"{name} (tree): status {status} after {spent:.1f} s: {said[-600:]}"


def compile_all(folder, tools, wanted):
    """The number of compilations and of proofs, and their problems; prints the slowest ones. One at a time, since two threads of a core slow each other down."""
    work = [(name, target) for name in PROGRAMS for target in ("emulator", "cpu") if name in wanted or not wanted]
    trees = [name for name in TREES if name in wanted or not wanted]
    done = [*(compiled(folder, tools, *one) for one in work), *(proved(folder, tools, name) for name in trees)]
    done.sort(reverse=True, key=lambda one: one[0])
    for spent, name, _ in done[:5]:
        print(f"{spent:.1f} s  {name}")
    return len(done), [problem for _, _, problem in done if problem]


def of_devices(folder, tools):
    """The problems with files that have no end."""
    copy = Path(folder, "copy.tc")
    run, problems = [tools / "tc-run", copy, "--size=N=8"], []
    commands = [[*run, "--options=/dev/zero"], [*run, "--schedule=/dev/zero"], [tools / "tc-run", "/dev/zero"], [tools / "tc-opt", "/dev/zero"]]
    for command in commands:
        spent, status, said = measured(command, Path(folder, "device.txt"))
        if status != 1 or "larger than 256 MiB" not in said:
            problems.append(f"{' '.join(map(str, command))}: status {status} after {spent:.1f} s: {said[-300:]}")
    return problems


def of_machines(folder, tools):
    """The problems with machines of which one number is the least, small or the largest: an error, or code."""
    machine, problems = json.loads((ROOT / "dialects/targets/sm_90a.json").read_text()), []
    program = Path(folder, "rows.tc")
    program.write_text("def rows(float(N,M) A) -> (B) {\n  B(i) +=! A(i,j)\n}\n")
    numbers = [name for name, value in machine.items() if isinstance(value, int)]
    for name, value in ((name, value) for name in numbers for value in (1, 512, 2**31 - 1)):
        other = Path(folder, "machine.json")
        other.write_text(json.dumps(machine | {name: value}))
        command = [tools / "tc-run", program, "--size=N=64", "--size=M=4096", "--target=emulator", f"--machine={other}", f"--emit=ptx={os.devnull}"]
        spent, status, said = measured(command, Path(folder, "machine.txt"))
        if status not in (0, 1, 3) or status and not said.startswith("error"):
            problems.append(f"a machine with {name} = {value}: status {status} after {spent:.1f} s: {said[-300:]}")
    return problems


def main():
    tools, wanted = Path(sys.argv[1]), sys.argv[2:]
    sets = (("text", REFUSED, False), ("text", TOO_MUCH, None), ("text", ACCEPTED, True), ("mlir", MLIR_REFUSED, False), ("mlir", MLIR_ACCEPTED, True))
    sets += (("npy", NPY_REFUSED, False), ("npy", NPY_ACCEPTED, True), ("json", JSON_REFUSED, False), ("json", JSON_ACCEPTED, True))
    sets += (("ptx", PTX_REFUSED, False), ("ptx", PTX_ACCEPTED, True))
    inputs = [(kind, name, text, accepted) for kind, texts, accepted in sets for name, text in texts.items() if name in wanted or not wanted]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        Path(folder, "copy.tc").write_text(COPY)
        found = pool.map(lambda one: check(folder, tools, *one), inputs)
        problems = [problem for problems in found for problem in problems]
        programs, slow = compile_all(folder, tools, wanted)
        slow += [] if wanted else [*of_devices(folder, tools), *of_machines(folder, tools)]
    problems += slow
    print(*problems, f"{len(inputs)} hostile inputs, {programs} compilations of hard programs and proofs of hard trees, {len(problems)} problems", sep="\n")
    return 1 if problems or not inputs and not programs else 0


if __name__ == "__main__":
    sys.exit(main())
