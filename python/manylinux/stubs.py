"""Libraries to link with in the place of the C library of this system: those of an older one.

    python3 stubs.py FOLDER 2.28

They have no code. Their symbols are those of this system's C library, which keeps what programs of
older systems call: of each symbol the highest version up to that one. What is linked with them thus
runs over any C library from that version on. What they lack, older.c defines. The folder has the
archives of zlib, zstd and the C++ library too, so that these are linked in.
"""

import platform
import re
import subprocess
import sys
from pathlib import Path

# Since 2.34 libc.so.6 has their symbols. Before, only a library that names them has them loaded.
PARTS = ["libpthread.so.0", "libdl.so.2", "librt.so.1", "libutil.so.1"]
ARCHIVES = ["libstdc++.a", "libz.a", "libzstd.a"]


def fail(message: str):
    sys.exit(f"error: {message}")


def run(*command: object) -> str:
    done = subprocess.run([str(word) for word in command], text=True, capture_output=True)
    if done.returncode:
        fail(f"{' '.join(map(str, command))}: {done.stderr.strip()}")
    return done.stdout


def installed(name: str) -> Path:
    """What the C compiler links for this name."""
    found = Path(run("cc", f"-print-file-name={name}").strip())
    if not found.is_absolute():
        fail(f"the C compiler finds no {name}: install it (Debian has it in libstdc++-12-dev, zlib1g-dev, libzstd-dev and libc6-dev)")
    return found.resolve()


def number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def symbols(library: Path, newest: str) -> dict[str, tuple[str, bool]]:
    """The highest version of each symbol up to the newest one, and whether it is a function."""
    best: dict[str, tuple[str, bool]] = {}
    for line in run("readelf", "--wide", "--dyn-syms", library).splitlines():
        found = re.match(r" *\d+: [0-9a-f]+ +\S+ (FUNC|IFUNC|OBJECT) +(?:GLOBAL|WEAK|UNIQUE) +DEFAULT +[0-9A-F]\S* (\S+?)@@?GLIBC_([\d.]+)$", line, re.I)
        if not found:
            continue
        kind, name, version = found.groups()
        if number(version) <= number(newest) and (name not in best or number(version) > number(best[name][0])):
            best[name] = version, kind != "OBJECT"
    if not best:
        fail(f"{library} has no symbol up to GLIBC_{newest}")
    return best


def make(folder: Path, name: str, known: dict[str, tuple[str, bool]]) -> None:
    """A shared library of that name with those symbols."""
    source, script = folder / "stub.s", folder / "stub.map"
    lines, nodes = [".text"], {}
    for symbol, (version, is_function) in sorted(known.items()):
        kind = "@function" if is_function else "@object"
        lines += [f".globl {symbol}", f".type {symbol}, {kind}", f"{symbol}:"]
        nodes.setdefault(version, []).append(symbol)
    source.write_text("\n".join([*lines, ".byte 0", ""]))
    versions = sorted(nodes, key=number)
    script.write_text("".join(f"GLIBC_{version} {{ {'; '.join(nodes[version])}; }};\n" for version in versions))
    run("cc", "-shared", "-nostdlib", f"-Wl,-soname,{name}", f"-Wl,--version-script={script}" if nodes else "-Wl,-O1", "-o", folder / name, source)


def main(folder: Path, newest: str) -> None:
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        fail(f"wheels for older systems are made on Linux and x86_64, not on {platform.system()} and {platform.machine()}")
    folder.mkdir(parents=True, exist_ok=True)
    loader = Path(run("cc", "-print-file-name=ld-linux-x86-64.so.2").strip())
    for name in ["libc.so.6", "libm.so.6"]:
        make(folder, name, symbols(installed(name), newest))
    make(folder, loader.name, symbols(installed(loader.name), newest))
    for name in PARTS:
        make(folder, name, {})
        (folder / f"{name.split('.so')[0]}.so").write_text(f"INPUT({name})\n")
    (folder / "libm.so").write_text("INPUT(libm.so.6)\n")
    (folder / "libc.so").write_text(f"GROUP(libc.so.6 {installed('libc_nonshared.a')} AS_NEEDED({loader.name}))\n")
    for name in ARCHIVES:
        link = folder / name
        link.unlink(missing_ok=True)
        link.symlink_to(installed(name))
    run("cc", "-O2", "-Wall", "-Wextra", "-Werror", "-fPIC", "-c", Path(__file__).with_name("older.c"), "-o", folder / "older.o")


if __name__ == "__main__":
    if len(sys.argv) != 3 or not re.fullmatch(r"2\.\d+", sys.argv[2]):
        fail("usage: stubs.py FOLDER 2.28")
    main(Path(sys.argv[1]), sys.argv[2])
