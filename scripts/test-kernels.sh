#!/usr/bin/env bash
# The acceptance kernels of ../shared/kernels: every target that needs no device, small sizes. KERNELS=DIR names another folder.
set -euo pipefail
cd "$(dirname "$0")/.."
kernels=${KERNELS:-../shared/kernels}
if [ ! -f "$kernels/check.py" ]; then
  [ "${CI:-}" != true ] || { echo "error: $kernels/check.py is missing, and in CI that is a failure" >&2; exit 1; }
  echo "skipped: the acceptance kernels are not beside this checkout ($kernels); set KERNELS to their folder"
  exit 0
fi
check() {
  printf '\n== kernels on %s\n' "$1"
  target/venv/bin/python "$kernels/check.py" --tc-run target/release/tc-run --target "$@" --which small --jobs 2
}
check reference
check cpu
check emulator
