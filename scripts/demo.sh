#!/usr/bin/env bash
# ./x demo: one operator through every level, run and compared. Everything that is shown is kept under target/demo/.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/terminal.sh
bin=target/release
out=target/demo
operator=examples/sgemm.tc
small=(--size M=35 --size N=29 --size K=43)
large=(--size M=512 --size N=512 --size K=512)
rm -rf "$out"
mkdir -p "$out"

heading() { printf '\n%s%s%s\n%s\n\n' "$bold" "$1" "$plain" "$(printf '%s' "$1" | sed 's/./─/g')"; }

heading "1. The operator: $operator"
cp "$operator" "$out/"
cat "$operator"

heading "2. How each range was derived"
"$bin/tc-run" "$operator" --explain=ranges | tee "$out/ranges.txt"

heading "3. The tc dialect: what is computed"
"$bin/tc-run" "$operator" --emit=tc="$out/1-tc.mlir" 2>/dev/null
grep -v '^// pipeline' "$out/1-tc.mlir"

"$bin/tc-run" "$operator" "${small[@]}" --target emulator --emit=schedule="$out/3-schedule.mlir" --emit=loops="$out/4-loops.mlir" \
  --emit=llvm="$out/5-llvm.mlir" --emit=ptx="$out/6-kernel.ptx" 2>/dev/null
heading "4. The schedule tree before the passes: one loop nest per statement, in text order (M=35, N=29, K=43)"
"$bin/tc-opt" --pass-pipeline='builtin.module(tc.def(tc-specialize{sizes=M=35,N=29,K=43}),tc-to-schedule)' "$out/1-tc.mlir" -o "$out/2-canonical.mlir"
sed -n '/schedule.domain/,$p' "$out/2-canonical.mlir"

heading "5. The schedule tree after the passes: fused, tiled, mapped to blocks and threads, tiles in shared memory"
sed -n '/schedule.domain/,$p' "$out/3-schedule.mlir"

heading "6. Loops: the body of the kernel"
sed -n '/gpu.func/,/gpu.return/p' "$out/4-loops.mlir" | sed -n '1,60p'
echo "… (all of it: $out/4-loops.mlir)"

heading "7. PTX: the head of the kernel"
head -n 40 "$out/6-kernel.ptx"
echo "… ($(grep -c ';' "$out/6-kernel.ptx") lines with instructions in all: $out/6-kernel.ptx)"

heading "8. Run, and compared with the reference evaluator"
"$bin/tc-run" "$operator" "${large[@]}" --target cpu --check --repeat 5 --json > "$out/cpu.json"
"$bin/tc-run" "$operator" "${small[@]}" --target emulator --check --json > "$out/emulator.json"
target/venv/bin/python scripts/demo_table.py "$out"
echo
echo "Everything shown here is kept in $out/. Next: README.md, \"A first operator\"."
