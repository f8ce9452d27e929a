#!/usr/bin/env bash
# Shows that the wheel is a whole installation over an older system: Debian 11, with glibc 2.31. Its
# Python is too old, so that 3.11 is compiled there from the sources of Debian 12. The first run takes
# some 7 minutes, and 1 GB in target/debian11; another one less than a minute.
#
# usage: scripts/debian11.sh [WHEEL]     as root, with debootstrap; WHEEL: that of `./x python --wheel`
set -euo pipefail
cd "$(dirname "$0")/.."
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

root=$PWD/target/debian11
wheel=${1:-$(compgen -G 'target/wheels/*.whl' || true)}
[ -f "$wheel" ] || fail "there is no wheel ${wheel:-in target/wheels}: ./x python --wheel makes it"
[ "$(id -u)" = 0 ] || fail "a system inside of a folder needs the rights of root"

# Runs there, with what this system needs to reach the package registries.
inside() {
  local variables
  mapfile -t variables < <(env | grep -iE '^(PIP_|SSL_|https?_proxy|no_proxy)')
  env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "${variables[@]}" \
    "$(command -v chroot)" "$root" bash -euo pipefail -c "$1"
}

make_root() {
  command -v debootstrap >/dev/null || fail "debootstrap is missing: apt-get install debootstrap"
  echo "== Debian 11 in $root"
  rm -rf "$root"
  debootstrap --variant=minbase --include=gcc,make,libc6-dev,zlib1g-dev,libssl-dev,libffi-dev,ca-certificates,debian-archive-keyring \
    bullseye "$root" > "$root.log" || fail "debootstrap: $root.log"
  cp -r /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
  cp /etc/resolv.conf /etc/hosts "$root/etc/"
  [ ! -f /etc/pip.conf ] || cp /etc/pip.conf "$root/etc/"
}

make_python() {
  echo "== Python 3.11 for it, from the sources of Debian 12"
  inside '
    echo "deb-src http://deb.debian.org/debian bookworm main" > /etc/apt/sources.list.d/bookworm.list
    apt-get update -q && mkdir -p /src && cd /src
    apt-get source -q --download-only python3.11 && tar xf python3.11_*.orig.tar.*
    cd Python-3.11.* && ./configure -q --prefix=/opt/python --disable-test-modules CFLAGS=-O1
    make -s -j"$(nproc)" && make -s install && rm -rf /src
  ' > "$root.log" 2>&1 || fail "$(tail -3 "$root.log"); all of it: $root.log"
}

[ -x "$root/usr/bin/gcc" ] || make_root
[ -x "$root/opt/python/bin/python3.11" ] || make_python
rm -rf "$root/srv/try" && mkdir -p "$root/srv/try"
cp "$wheel" "$root/srv/try/"
cat > "$root/srv/try/mm.tc" <<'TC'
def mm(float(M,K) A, float(K,N) B) -> (C) { C(i,j) +=! A(i,k) * B(k,j) }
TC
cat > "$root/srv/try/first.py" <<'PY'
import numpy as np
import tensorcomp as tc

mm = tc.load("mm.tc").only
A, B = np.random.rand(30, 40).astype(np.float32), np.random.rand(40, 50).astype(np.float32)
for target in ("cpu", "emulator"):
    with tc.knobs.scope(target=target):
        tc.testing.assert_close(mm, A, B, ref=np.matmul)
print("mm.ptx has", len(mm.compile(A, B, target="cuda", machine="sm_90a").asm.ptx.splitlines()), "lines")
try:
    tc.define("def f(float(N) A) -> (B) { B(i) = C(i) }")
except tc.CompileError as error:
    print(str(error).splitlines()[0])
PY
echo "== the wheel there"
inside '
  cd /srv/try && export TC_CACHE=off
  getconf GNU_LIBC_VERSION
  /opt/python/bin/python3.11 -m venv new
  begin=$(date +%s%N); new/bin/python -m pip install -q --disable-pip-version-check ./*.whl
  echo "installed in $((($(date +%s%N) - begin) / 1000000)) ms, $(du -sm new | cut -f1) MB with NumPy and pip"
  new/bin/python first.py
  new/bin/tc-run --help > help.txt && head -1 help.txt
  new/bin/tc-run mm.tc --size M=300 --size N=300 --size K=300 --check
  new/bin/tc-run mm.tc --size M=64 --size N=64 --size K=64 --target emulator --check
  new/bin/tc-translate --tc-to-mlir mm.tc -o mm.mlir
  new/bin/tc-opt --tc-infer-ranges mm.mlir | grep -F "i in [0, M)"
  new/bin/tc-tune mm.tc --size M=64 --size N=64 --size K=64 --budget 4 --no-store
'
echo "== all of it works over $(inside "getconf GNU_LIBC_VERSION")"
