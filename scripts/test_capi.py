#!/usr/bin/env python3
"""Compiles the examples in C as a user would, by pkg-config and by CMake against an installed copy of the library in another place, outside of the checkout, runs them, and compares what they print; wrong use of every function; the header once more as C++; which symbols the library has; leaks, by LeakSanitizer and by valgrind."""

import os
import re
import shutil
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
CMAKE = """\
cmake_minimum_required(VERSION 3.13)
project(example LANGUAGES C)
find_package(tensorcomp 0.1 REQUIRED)
find_package(tensorcomp 99 QUIET)
if(tensorcomp_FOUND)
  message(FATAL_ERROR "version 99 is found")
endif()
find_package(tensorcomp REQUIRED)
add_executable(mv "${EXAMPLES}/mv.c")
target_link_libraries(mv PRIVATE tensorcomp::tensorcomp)
"""
# Warnings of a program are errors, and so are those of the header.
WANTED = ["-Wall", "-Wextra", "-Werror", "-pedantic"]
C = ["cc", "-std=c11"]


def output(command, environment, cwd):
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} ends with status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def compare(name, found, due):
    if found != due:
        sys.exit(f"{name} prints\n{found}\nexpected\n{due}")


def has(tool):
    """Whether a tool of a test is here; where CI runs, it must be."""
    if shutil.which(tool):
        return True
    if os.environ.get("CI"):
        sys.exit(f"{tool} is missing: ./x setup installs it where CI is set")
    print(f"{tool} is missing, and what it tests is left out: install it to have that, too")
    return False


def exported(library, environment):
    lines = output(["nm", "-D", "--defined-only", library], environment, ROOT).splitlines()
    return sorted(line.split()[2] for line in lines)


def check_library(made, environment):
    """Programs ask for it by a name that changes with the interface; it is stripped; and its symbols are the functions of the header."""
    library = made / "lib/libtensorcomp.so"
    dynamic = output(["readelf", "-d", library], environment, made)
    assert "Library soname: [libtensorcomp.so.0]" in dynamic, dynamic
    assert not output(["readelf", "-S", library], environment, made).count(".debug_info")
    header = (made / "include/tensorcomp.h").read_text()
    declared = sorted(set(re.findall(r"^[a-z][\w *]*?\b(tc_\w+)\(", header, re.M)))
    assert len(declared) > 20, declared
    compare("nm", "\n".join(exported(library, environment)), "\n".join(declared))


def check_programs(folder, environment, flags):
    # The library is used as C++ by a program that only includes the header.
    plus = folder / "header.cpp"
    plus.write_text("#include <tensorcomp.h>\nint main() { return tc_diagnostics_count(nullptr) == 0 && sizeof(DLTensor) == 48 ? 0 : 1; }\n")
    program, example = folder / "program", folder / "moved/share/doc/tensorcomp"
    misuse = ROOT / "capi/tests/misuse.c"
    # The kernel of open.c comes from the cache the second time.
    open_twice = [(C, example / "open.c", OPEN)] * 2
    for compiler, source, due in ((C, example / "mv.c", MV), *open_twice, (C, misuse, misuse.with_suffix(".txt").read_text()), (["c++", "-std=c++17"], plus, "")):
        output([*compiler, *WANTED, "-pthread", source, *flags, "-o", program], environment, folder)
        compare(source.name, output([program], environment, folder), due)
    if not list((folder / "cache").rglob("index-*.sqlite")):
        sys.exit("open.c has kept nothing in its cache")


def check_cmake(folder, environment):
    if not has("cmake"):
        return
    source = folder / "project"
    source.mkdir()
    (source / "CMakeLists.txt").write_text(CMAKE)
    moved = folder / "moved"
    output(["cmake", "-S", source, "-B", folder / "cmade", f"-DCMAKE_PREFIX_PATH={moved}", f"-DEXAMPLES={moved}/share/doc/tensorcomp"], environment, folder)
    output(["cmake", "--build", folder / "cmade"], environment, folder)
    compare("mv.c by CMake", output([folder / "cmade/mv"], environment, folder), MV)


def check_leaks(folder, environment, flags):
    """What a program makes and frees is given back."""
    share = folder / "moved/share/tensorcomp"
    source, program = ROOT / "capi/tests/rounds.c", folder / "rounds"
    output([*C, *WANTED, "-fsanitize=leak", source, *flags, "-o", program], environment, folder)
    compare(source.name, output([program, "4"], environment, folder), "4 rounds\n")
    if not has("valgrind"):
        return
    output([*C, *WANTED, source, *flags, "-o", program], environment, folder)
    command = ["valgrind", "-q", "--leak-check=full", "--error-exitcode=9", f"--suppressions={share}/valgrind.supp", program]
    compare("valgrind", output(command, environment, folder), "1 rounds\n")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = {**os.environ, "TC_BUILT": "1", "PKG_CONFIG_PATH": f"{folder}/moved/lib/pkgconfig", "TC_CACHE_DIR": f"{folder}/cache"}
        output(["./x", "c-library", folder / "made"], environment, ROOT)
        check_library(folder / "made", environment)
        # The folder may be carried to another place.
        os.rename(folder / "made", folder / "moved")
        flags = output(["pkg-config", "--cflags", "--libs", "tensorcomp"], environment, folder).split()
        flags.append(f"-Wl,-rpath,{folder}/moved/lib")
        check_programs(folder, environment, flags)
        check_cmake(folder, environment)
        check_leaks(folder, environment, flags)
    print("the examples in C print what they should, wrong use is answered, threads share a kernel, the header is C++ too, the library has no other symbols, and leaks nothing")


main()
