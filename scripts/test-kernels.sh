#!/usr/bin/env bash
# The acceptance kernels of kernels/: all sets on every target that needs no device, small sizes; those with built-in functions also in fast mode and
# with NVIDIA's library; and all of them in other orders with --algebra.
set -euo pipefail
cd "$(dirname "$0")/.."
tool=target/release/tc-run
# check "TOOL WITH OPTIONS" TARGET [OPTION OF check.py ...]
check() {
  printf '\n== kernels on %s%s\n' "$2" "${1#"$tool"}"
  target/venv/bin/python kernels/check.py --tc-run "$1" --target "${@:2}" --which small --jobs 2
}
check "$tool" reference
# The loops that are made from schedules are proved as well, wherever schedules are lowered; grouped convolutions take a while.
verified="$tool --verify=code"
check "$verified" cpu
check "$verified" emulator --timeout 300
check "$verified --option launches=always" emulator --set loops
by_hand="$tool --option tile=32,32,32 --option unroll=4 --option vector=false"
check "$by_hand" emulator --set seed,tc,modern,loops,refuse
check "$tool --option math=fast" emulator --feature builtin
libdevice=$(compgen -G "target/venv/lib/python*/site-packages/nvidia/cuda_nvcc/nvvm/libdevice/libdevice.10.bc" | head -1 || true)
[ -n "$libdevice" ] || { echo "error: no libdevice.10.bc in target/venv: run ./x setup" >&2; exit 1; }
check "$tool --libdevice $libdevice" emulator --feature builtin
printf '\n== kernels on integers in place of floats, bit for bit\n'
target/venv/bin/python scripts/test_algebra.py target/release
printf '\n== a sample of kernels with random mapping options\n'
target/venv/bin/python scripts/test_random_options.py target/release --sets 2 --kernels 12
printf '\n== gradients of kernels and examples\n'
target/venv/bin/python scripts/test_gradients.py target/release
