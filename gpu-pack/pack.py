"""Makes a folder with all that a machine with an NVIDIA driver needs to check and to measure the kernels: tc-run and its libraries,
stripped and compressed, NumPy, the kernels, and the runner. docs/gpu-machine.md says how to use it."""

import argparse
import hashlib
import json
import lzma
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RELEASE = ROOT / "target" / "release"
# Downloaded wheels, kept for the next pack.
WHEELS = ROOT / "target" / "wheels"
MIB = 1 << 20
MOST = 60 * MIB
# Parts of glibc, and of the kernel: every machine has its own.
OF_THE_MACHINE = re.compile(r"^(linux-vdso|ld-linux|libc|libm|libdl|librt|libpthread)[.-]")
# Pieces are compressed at the same time.
PIECE = 32 * MIB
PLATFORMS = ["manylinux2014_x86_64", "manylinux_2_27_x86_64", "manylinux_2_28_x86_64"]


def arguments():
    parser = argparse.ArgumentParser(prog="./x gpu-pack", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder to make; an earlier pack there is replaced")
    this = f"{sys.version_info.major}.{sys.version_info.minor}"
    parser.add_argument("--python", default=this, metavar="VERSIONS", help=f"Python of the other machine, such as 3.10,3.12: NumPy is taken along for each (default: {this})")
    parser.add_argument("--preset", type=int, default=6, choices=range(10), metavar="0..9", help="compression, from fast to small (default: 6)")
    options = parser.parse_args()
    options.python = options.python.split(",")
    wrong = [version for version in options.python if not re.fullmatch(r"3\.[0-9]+", version)]
    if wrong:
        parser.error(f"expected versions of Python such as 3.11, found {', '.join(wrong)}")
    return options


def fail(message):
    sys.exit(f"error: {message}")


def run(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        fail(f"{' '.join(map(str, command))}\n{done.stderr.strip()[-2000:]}")
    return done.stdout


def libraries(tool):
    """The shared libraries that the tool needs beside those of glibc."""
    found = {}
    for line in run(["ldd", tool]).splitlines():
        name, _, place = line.strip().partition(" => ")
        if place.startswith("not found"):
            fail(f"{tool} needs {name}, which is not here")
        if place and not OF_THE_MACHINE.match(name):
            found[name] = Path(place.split(" (")[0])
    return found


def glibc(files):
    """The newest version of glibc that a symbol of these files asks for."""
    versions = {tuple(map(int, version.split(b"."))) for file in files for version in re.findall(rb"\0GLIBC_([0-9]+\.[0-9]+)\0", file.read_bytes())}
    return ".".join(map(str, max(versions)))


def compress(file, target, preset):
    """One after another, compressed pieces are a file that is compressed as well."""
    data = file.read_bytes()
    filters = [{"id": lzma.FILTER_X86}, {"id": lzma.FILTER_LZMA2, "preset": preset}]

    def one(begin):
        return lzma.compress(data[begin:begin + PIECE], check=lzma.CHECK_CRC32, filters=filters)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        target.write_bytes(b"".join(pool.map(one, range(0, len(data), PIECE))))


def numpy_version():
    return re.search(r"\bnumpy==([0-9.]+)", (ROOT / "x").read_text()).group(1)


def wheel(version):
    """NumPy for a version of Python, from the package index if it is not here yet."""
    number = numpy_version()
    pattern = f"numpy-{number}-cp{version.replace('.', '')}-*.whl"
    if not list(WHEELS.glob(pattern)):
        WHEELS.mkdir(parents=True, exist_ok=True)
        run([sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:", "--implementation", "cp",
             "--python-version", version, *(word for name in PLATFORMS for word in ("--platform", name)), "-d", WHEELS, f"numpy=={number}"])
    return next(WHEELS.glob(pattern))


def version():
    """The commit, with a mark where files differ from it."""
    done = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"], capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


def fill(folder, options):
    tool = RELEASE / "tc-run"
    needed = {"tc-run": tool, **libraries(tool)}
    (folder / "bin").mkdir()
    digest = hashlib.sha256()
    with tempfile.TemporaryDirectory() as stripped:
        files = []
        for name, file in needed.items():
            files.append(Path(stripped) / name)
            run(["strip", "--strip-all" if file == tool else "--strip-unneeded", "-o", files[-1], file])
            compress(files[-1], folder / "bin" / f"{name}.xz", options.preset)
            digest.update(files[-1].read_bytes())
        glibc_needed = glibc(files)
    (folder / "wheels").mkdir()
    for one in options.python:
        shutil.copy(wheel(one), folder / "wheels")
    leave = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "kernels", folder / "kernels", ignore=leave)
    shutil.copytree(ROOT / "gpu-pack" / "runner", folder / "runner", ignore=leave)
    shutil.copy(ROOT / "gpu-pack" / "run", folder)
    shutil.copy(ROOT / "LICENSE", folder)
    (folder / "triton").mkdir()
    shutil.copy(ROOT / "ptx-emulator" / "tests" / "triton" / "kernels.py", folder / "triton")
    known = ROOT / "benches" / "best-known.json"
    if known.exists():
        shutil.copy(known, folder)
    manifest = {"version": version(), "machine": platform.machine(), "glibc": glibc_needed, "python": options.python, "digest": digest.hexdigest()}
    (folder / "pack.json").write_text(json.dumps(manifest, indent=1) + "\n")
    return manifest


def bytes_of(folder):
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def main():
    options = arguments()
    target = options.folder
    if target.exists() and not (target / "pack.json").exists() and (not target.is_dir() or any(target.iterdir())):
        fail(f"{target} is there, and is not a pack: name another folder")
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".gpu-pack-") as made:
        folder = Path(made) / "pack"
        folder.mkdir()
        manifest = fill(folder, options)
        parts = sorted(((bytes_of(part) if part.is_dir() else part.stat().st_size, part.name) for part in folder.iterdir()), reverse=True)
        total = sum(size for size, _ in parts)
        if total > MOST:
            sizes = ", ".join(f"{name} {size / MIB:.1f}" for size, name in parts[:3])
            fail(f"the pack takes {total / MIB:.1f} MiB ({sizes}), more than {MOST // MIB}: name fewer versions with --python, or a higher --preset")
        shutil.rmtree(target, ignore_errors=True)
        folder.rename(target)
    print(f"{target}: {total / MIB:.1f} MiB, for glibc {manifest['glibc']} or later and Python {', '.join(options.python)}. Copy it, then start there: {target.name}/run --minutes 10")


if __name__ == "__main__":
    main()
