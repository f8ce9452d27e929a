"""Unpacks the tool, its libraries and NumPy, and says how to start them.

The libraries are those of the machine that made the pack. Only the tool and NumPy's Python see them: PyTorch brings its own.
"""

import importlib.util
import lzma
import os
import platform
import re
import shutil
import sys
import zipfile

from problem import Problem


def check_machine(manifest):
    if platform.machine() != manifest["machine"]:
        raise Problem(f"the pack is for {manifest['machine']}, and this machine is {platform.machine()}")
    found = re.findall(r"[0-9]+", (os.confstr("CS_GNU_LIBC_VERSION") if "CS_GNU_LIBC_VERSION" in os.confstr_names else "") or "")
    needed = re.findall(r"[0-9]+", manifest["glibc"])
    if [int(part) for part in found] < [int(part) for part in needed]:
        raise Problem(f"the pack needs glibc {manifest['glibc']}, and this machine has {'.'.join(found) or 'another C library'}")


def wheel_for(pack):
    """The wheel for this Python; none where NumPy is installed already."""
    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    wheels = sorted((pack / "wheels").glob("*.whl"))
    for wheel in wheels:
        if f"-{version}-" in wheel.name:
            return wheel
    if importlib.util.find_spec("numpy"):
        return None
    held = sorted(re.search(r"-cp([0-9])([0-9]+)-", wheel.name).groups() for wheel in wheels)
    names = ", ".join(f"{major}.{minor}" for major, minor in held)
    this = f"{sys.version_info.major}.{sys.version_info.minor}"
    raise Problem(f"NumPy in this pack is for Python {names}, and this is Python {this} without NumPy: "
                  f"start it with another (python{names.split(', ')[0]} run), or make the pack with ./x gpu-pack DIR --python {this}")


def unpack(pack, manifest, folder):
    """The folder holds `tc-run`, `lib/` and `python/` afterwards."""
    wheel = wheel_for(pack)
    stamp, content = folder / "unpacked", f"{manifest['digest']} {wheel.name if wheel else None}"
    if stamp.exists() and stamp.read_text() == content:
        return
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "lib").mkdir(parents=True)
    (folder / "python").mkdir()
    for packed in sorted((pack / "bin").glob("*.xz")):
        name = packed.stem
        target = folder / name if name == "tc-run" else folder / "lib" / name
        with lzma.open(packed) as source, open(target, "wb") as sink:
            shutil.copyfileobj(source, sink, 1 << 20)
    (folder / "tc-run").chmod(0o755)
    if wheel:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder / "python")
    stamp.write_text(content)


def environment(folder):
    """For tc-run and check.py: the packed libraries before those of the machine, and NumPy."""
    own = dict(os.environ)
    for name, place in (("LD_LIBRARY_PATH", folder / "lib"), ("PYTHONPATH", folder / "python")):
        own[name] = os.pathsep.join([str(place)] + ([own[name]] if own.get(name) else []))
    own["PYTHONDONTWRITEBYTECODE"] = "1"
    return own
