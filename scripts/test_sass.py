#!/usr/bin/env python3
"""Machine code of a GPU in the cache: entries for CUDA have it where `ptxas` is at hand, and a device of its chip gets it in place of the PTX.

usage: test_sass.py FOLDER_OF_THE_TOOLS

The driver is a stand-in (gpu-pack/stand-ins), which says what is loaded; its kernels do nothing, so results are not compared.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PTXAS = next((ROOT / "target/venv").glob("lib/python3*/site-packages/nvidia/cuda_nvcc/bin/ptxas"))
PROGRAM = "def twice(float(N) A) -> (B) {\n  B(i) = A(i) + A(i)\n}\n"


def expect(holds, what):
    if not holds:
        raise AssertionError(what)


class Machine:
    """A folder with the program, the driver and caches."""

    def __init__(self, tools, folder):
        self.tools, self.folder = tools, folder
        (folder / "twice.tc").write_text(PROGRAM)
        subprocess.run(["cc", "-shared", "-fPIC", "-w", "-o", folder / "libcuda.so.1", ROOT / "gpu-pack/stand-ins/driver.c"], check=True)

    def start(self, tool, *arguments, **variables):
        environment = {**os.environ, "LD_LIBRARY_PATH": str(self.folder), "STAND_IN_LAUNCHES": "1", "TC_CACHE_DIR": str(self.folder / "cache"), **variables}
        done = subprocess.run([self.tools / tool, *arguments], cwd=self.folder, env=environment, capture_output=True)
        expect(done.returncode == 0, f"{tool} {arguments}: {done.stderr.decode()}")
        return done.stdout, done.stderr.decode()

    def run(self, *options, **variables):
        """What the cache had, and what was loaded."""
        out, said = self.start("tc-run", "twice.tc", "--size", "N=64", "--target", "cuda", "--cache", "on", *options, **variables)
        loads = [line.removeprefix("load: ") for line in said.splitlines() if line.startswith("load: ")]
        launches = [line for line in said.splitlines() if line.startswith("launch: ")]
        expect(len(launches) == 1, said)
        return next(line.removeprefix("cache: ") for line in out.decode().splitlines() if line.startswith("cache: ")), loads

    def blobs(self, **variables):
        """The names of the blobs of the entry that was used last."""
        key = self.start("tc-cache", "ls", **variables)[0].decode().split()[0]
        shown = self.start("tc-cache", "show", key, **variables)[0].decode().splitlines()
        return key, [line.removeprefix("blob: ").split(",")[0] for line in shown if line.startswith("blob: ")]


def main():
    tools = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(tools, Path(folder))
        taken, ptx = ["machine code, taken"], ["PTX, taken"]
        with_ptxas = {"TC_PTXAS": str(PTXAS)}
        # The process that compiles has it at once, and so has the next one, which needs no ptxas.
        found = machine.run(**with_ptxas)
        expect(found == ("miss", taken), found)
        found = machine.run(TC_PTXAS="/nowhere/ptxas")
        expect(found == ("hit", taken), found)
        key, names = machine.blobs()
        expect(names == ["ptx", "launches", "sass"], names)
        code = machine.start("tc-cache", "show", key, "--blob", "sass")[0]
        expect(code.startswith(b"\x7fELF") and b".text.twice" in code, code[:64])
        # sm_90a is one chip; and a driver may be older than the ptxas.
        for capability in ("8.0", "9.1", "10.0"):
            found = machine.run(STAND_IN_CAPABILITY=capability)
            expect(found == ("hit", ptx), f"{capability}: {found}")
        found = machine.run(STAND_IN_OLD="1")
        expect(found == ("hit", ["machine code, refused", *ptx]), found)
        # What an older generation runs, a newer chip of it does, too.
        for capability, due in (("8.6", taken), ("9.0", ptx)):
            found = machine.run("--machine", "sm_80", STAND_IN_CAPABILITY=capability, **with_ptxas)
            expect(found[1] == due, f"{capability}: {found}")
        # Without ptxas, with one that refuses, and without a cache: PTX.
        for name, ptxas in (("none", "/nowhere/ptxas"), ("refuses", "/bin/false")):
            cache = {"TC_CACHE_DIR": str(machine.folder / name)}
            found = machine.run(TC_PTXAS=ptxas, **cache)
            expect(found == ("miss", ptx), f"{name}: {found}")
            expect(machine.blobs(**cache)[1] == ["ptx", "launches"], name)
        # The emulator takes PTX alone.
        cache = {"TC_CACHE_DIR": str(machine.folder / "emulator")}
        machine.start("tc-run", "twice.tc", "--size", "N=64", "--target", "emulator", "--cache", "on", **with_ptxas, **cache)
        expect(machine.blobs(**cache)[1] == ["ptx", "launches"], "the emulator's entry")
    print("entries for CUDA have machine code where ptxas is at hand")


main()
