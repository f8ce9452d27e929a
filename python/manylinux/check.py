"""Whether a library, or the one in a wheel, runs over an older C library, by the symbols it asks for.

    python3 check.py FILE 2.28

It prints the newest version of each kind. Status 1: there is a newer symbol, one of the C++ library,
which lacks newer ones on older systems, or one that nothing defines.
"""

import re
import subprocess
import sys
import tempfile
import zipfile

UNDEFINED = re.compile(r" *\d+: 0+ +0 +\S+ +(?P<bind>\S+) +\S+ +UND (?P<name>[^@\s]+)(?:@(?P<kind>[A-Z]+)_(?P<version>[\d.]+)\S*)?")


def number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def asked(table: str, newest: str) -> tuple[dict[str, str], list[str]]:
    """The newest version of each kind that `readelf --dyn-syms` lists, and what is wrong."""
    found: dict[str, str] = {}
    wrong = []
    for line in table.splitlines():
        match = UNDEFINED.match(line)
        if not match:
            continue
        bind, name, kind, version = match["bind"], match["name"], match["kind"], match["version"]
        if kind is None:
            # The interpreter has its own; a weak symbol may be missing.
            if bind != "WEAK" and not re.match("_?Py", name):
                wrong.append(f"{name} is defined nowhere: older.c may define it")
            continue
        found[kind] = max(found.get(kind, version), version, key=number)
        if kind in ("GLIBCXX", "CXXABI") or (kind == "GLIBC" and number(version) > number(newest)):
            wrong.append(f"{name} is of {kind}_{version}")
    if not found:
        wrong.append("no symbol with a version")
    return found, wrong


def symbols(file: str) -> str:
    if file.endswith(".whl"):
        with zipfile.ZipFile(file) as wheel, tempfile.TemporaryDirectory() as folder:
            (library,) = (name for name in wheel.namelist() if name.endswith(".so"))
            return symbols(wheel.extract(library, folder))
    return subprocess.run(["readelf", "--wide", "--dyn-syms", file], check=True, text=True, capture_output=True).stdout


def main(file: str, newest: str) -> int:
    found, wrong = asked(symbols(file), newest)
    print(", ".join(f"{kind}_{version}" for kind, version in sorted(found.items())))
    for one in wrong:
        print(f"error: {one}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: check.py FILE 2.28")
    sys.exit(main(sys.argv[1], sys.argv[2]))
