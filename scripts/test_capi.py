#!/usr/bin/env python3
"""Compiles the example in C as a user would, by pkg-config against an installed copy of the library, runs it, and compares what it prints; then once more as C++."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DUE = """\
y: 321 654
note: input `A` is copied before the run: its strides are [1, 2], and the kernel is compiled for rows one behind another
y: 321 654
error[TC0504]: output `y`: the kernel is compiled for shape [2], found [3]
   = help: compile a kernel for these shapes: its sizes are fixed
wrong.tc:1:35: TC0201: unknown tensor `C`
"""


def output(command, environment):
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} ends with status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def main():
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "TC_BUILT": "1", "PKG_CONFIG_PATH": f"{folder}/lib/pkgconfig"}
        output(["./x", "c-library", folder], environment)
        flags = output(["pkg-config", "--cflags", "--libs", "tensorcomp"], environment).split()
        # The library is used as C++ by a program that only includes the header.
        plus = Path(folder) / "header.cpp"
        plus.write_text("#include <tensorcomp.h>\nint main() { return tc_diagnostics_count(nullptr) == 0 && sizeof(DLTensor) == 48 ? 0 : 1; }\n")
        program = f"{folder}/mv"
        wanted = ["-Wall", "-Wextra", "-Werror", "-pedantic"]
        for compiler, source in ((["cc", "-std=c11"], ROOT / "capi/example/mv.c"), (["c++", "-std=c++17"], plus)):
            output([*compiler, *wanted, source, *flags, f"-Wl,-rpath,{folder}/lib", "-o", program], environment)
            found = output([program], environment)
            due = DUE if source.suffix == ".c" else ""
            if found != due:
                sys.exit(f"{source.name} prints\n{found}\nexpected\n{due}")
    print("the example in C prints what it should, and the header is C++ too")


main()
