#!/usr/bin/env python3
"""Compiles the examples in C as a user would, by pkg-config against an installed copy of the library in another place, outside of the checkout, runs them, and compares what they print; then wrong use of every function; the header once more as C++."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MV = """\
y: 321 654
note: input `A` is copied before the run: its strides are [1, 2], and the kernel is compiled for rows one behind another
y: 321 654
error[TC0504]: output `y`: the kernel is compiled for shape [2], found [3]
   = help: compile a kernel for these shapes: its sizes are fixed
wrong.tc:1:35: TC0201: unknown tensor `C`
"""
OPEN = """\
1 numbers, their sum is 3
8 numbers, their sum is 24
998 numbers, their sum is 2994
error[TC0506]: range of `i` is reversed: [0, -1) with N = 1
error: `smooth` has no size `M` to leave open
   = help: its sizes are `N`
"""


def output(command, environment, cwd):
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} ends with status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def check_library(lib, environment):
    """Programs ask for it by a name that changes with the interface, and it is stripped."""
    dynamic = output(["readelf", "-d", lib / "libtensorcomp.so"], environment, lib)
    assert "Library soname: [libtensorcomp.so.0]" in dynamic, dynamic
    assert not output(["readelf", "-S", lib / "libtensorcomp.so"], environment, lib).count(".debug_info")


def main():
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "TC_BUILT": "1", "PKG_CONFIG_PATH": f"{folder}/moved/lib/pkgconfig", "TC_CACHE_DIR": f"{folder}/cache"}
        output(["./x", "c-library", f"{folder}/made"], environment, ROOT)
        check_library(Path(folder, "made/lib"), environment)
        # The folder may be carried to another place.
        os.rename(f"{folder}/made", f"{folder}/moved")
        flags = output(["pkg-config", "--cflags", "--libs", "tensorcomp"], environment, folder).split()
        # The library is used as C++ by a program that only includes the header.
        plus = Path(folder) / "header.cpp"
        plus.write_text("#include <tensorcomp.h>\nint main() { return tc_diagnostics_count(nullptr) == 0 && sizeof(DLTensor) == 48 ? 0 : 1; }\n")
        program = f"{folder}/program"
        wanted = ["-Wall", "-Wextra", "-Werror", "-pedantic"]
        c, example = ["cc", "-std=c11"], Path(folder) / "moved/share/doc/tensorcomp"
        # The kernel of open.c comes from the cache the second time.
        open_twice = [(c, example / "open.c", OPEN)] * 2
        misuse = ROOT / "capi/tests/misuse.c"
        for compiler, source, due in ((c, example / "mv.c", MV), *open_twice, (c, misuse, misuse.with_suffix(".txt").read_text()), (["c++", "-std=c++17"], plus, "")):
            output([*compiler, *wanted, "-pthread", source, *flags, f"-Wl,-rpath,{folder}/moved/lib", "-o", program], environment, folder)
            found = output([program], environment, folder)
            if found != due:
                sys.exit(f"{source.name} prints\n{found}\nexpected\n{due}")
        if not list((Path(folder) / "cache").rglob("index-*.sqlite")):
            sys.exit("open.c has kept nothing in its cache")
    print("the examples in C print what they should, wrong use is answered, threads share a kernel, and the header is C++ too")


main()
