#!/usr/bin/env bash
# The acceptance kernels of ../shared/kernels: all sets on every target that needs no device, small sizes; those with built-in functions also in fast
# mode and with NVIDIA's library. KERNELS=DIR names another folder.
set -euo pipefail
cd "$(dirname "$0")/.."
kernels=${KERNELS:-../shared/kernels}
if [ ! -f "$kernels/check.py" ]; then
  [ "${CI:-}" != true ] || { echo "error: $kernels/check.py is missing, and in CI that is a failure" >&2; exit 1; }
  echo "skipped: the acceptance kernels are not beside this checkout ($kernels); set KERNELS to their folder"
  exit 0
fi
tool=target/release/tc-run
# check "TOOL WITH OPTIONS" TARGET [OPTION OF check.py ...]
check() {
  printf '\n== kernels on %s%s\n' "$2" "${1#"$tool"}"
  target/venv/bin/python "$kernels/check.py" --tc-run "$1" --target "${@:2}" --which small --jobs 2
}
check "$tool" reference
check "$tool" cpu
check "$tool" emulator
check "$tool --option math=fast" emulator --feature builtin
libdevice=$(compgen -G "target/venv/lib/python*/site-packages/nvidia/cuda_nvcc/nvvm/libdevice/libdevice.10.bc" | head -1 || true)
if [ -n "$libdevice" ]; then
  check "$tool --libdevice $libdevice" emulator --feature builtin
else
  reason="no libdevice.10.bc in target/venv, where ./x setup puts one"
  [ "${CI:-}" != true ] || { echo "error: $reason, and in CI that is a failure" >&2; exit 1; }
  echo "skipped: kernels with NVIDIA's library: $reason"
fi
