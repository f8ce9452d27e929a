// The proof and an independent enumeration of all executions, which shares only the reading of trees and accesses, agree on each tree
// of these tests; the statistics count the legal and the illegal ones.
// RUN: grep -v '// expected-' %S/async-copies.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=ASYNC-COPIES
// RUN: grep -v '// expected-' %S/barriers.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=BARRIERS
// RUN: grep -v '// expected-' %S/blocks.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=BLOCKS
// RUN: grep -v '// expected-' %S/bounds.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=BOUNDS
// RUN: grep -v '// expected-' %S/copy-extent.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COPY-EXTENT
// RUN: grep -v '// expected-' %S/copy-source.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COPY-SOURCE
// RUN: grep -v '// expected-' %S/cpu.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: grep -v '// expected-' %S/digits.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=DIGITS
// RUN: grep -v '// expected-' %S/double-buffer.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=DOUBLE-BUFFER
// RUN: grep -v '// expected-' %S/flags.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=FLAGS
// RUN: grep -v '// expected-' %S/last.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=LAST
// RUN: grep -v '// expected-' %S/launches.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=LAUNCHES
// RUN: grep -v '// expected-' %S/order.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: grep -v '// expected-' %S/recompute.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=RECOMPUTE
// RUN: grep -v '// expected-' %S/recompute-order.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=RECOMPUTE-ORDER
// RUN: grep -v '// expected-' %S/recompute-sums.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=RECOMPUTE-SUMS
// RUN: grep -v '// expected-' %S/reduction.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REDUCTION
// RUN: grep -v '// expected-' %S/register-tile.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REGISTER-TILE
// RUN: grep -v '// expected-' %S/ring.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=RING
// RUN: grep -v '// expected-' %S/shared.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: grep -v '// expected-' %S/threads.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: grep -v '// expected-' %S/tile-map.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=TILE-MAP
// RUN: grep -v '// expected-' %S/warp-barriers.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=WARP-BARRIERS
// RUN: grep -v '// expected-' %S/../passes/schedule/verify.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=SCHEDULE-VERIFY
// RUN: grep -v '// expected-' %S/../passes/schedule/verify-threads.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=SCHEDULE-VERIFY-THREADS
// RUN: grep -v '// expected-' %S/pairs.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=PAIRS
// RUN: grep -v '// expected-' %S/scatter.mlir > %t.mlir
// RUN: tc-test-opt %t.mlir --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(test-schedule-enumeration))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=SCATTER

// ASYNC-COPIES: test-schedule-enumeration: 11 runs
// ASYNC-COPIES-NEXT: {{^ *}}5 legal
// ASYNC-COPIES-NEXT: {{^ *}}6 illegal
// BARRIERS: test-schedule-enumeration: 16 runs
// BARRIERS-NEXT: {{^ *}}6 legal
// BARRIERS-NEXT: {{^ *}}10 illegal
// BLOCKS: test-schedule-enumeration: 10 runs
// BLOCKS-NEXT: {{^ *}}4 legal
// BLOCKS-NEXT: {{^ *}}6 illegal
// BOUNDS: test-schedule-enumeration: 9 runs
// BOUNDS-NEXT: {{^ *}}2 legal
// BOUNDS-NEXT: {{^ *}}7 illegal
// COPY-EXTENT: test-schedule-enumeration: 10 runs
// COPY-EXTENT-NEXT: {{^ *}}3 legal
// COPY-EXTENT-NEXT: {{^ *}}7 illegal
// COPY-SOURCE: test-schedule-enumeration: 13 runs
// COPY-SOURCE-NEXT: {{^ *}}3 legal
// COPY-SOURCE-NEXT: {{^ *}}10 illegal
// CPU: test-schedule-enumeration: 10 runs
// CPU-NEXT: {{^ *}}3 legal
// CPU-NEXT: {{^ *}}7 illegal
// DIGITS: test-schedule-enumeration: 5 runs
// DIGITS-NEXT: {{^ *}}2 legal
// DIGITS-NEXT: {{^ *}}3 illegal
// DOUBLE-BUFFER: test-schedule-enumeration: 4 runs
// DOUBLE-BUFFER-NEXT: {{^ *}}1 legal
// DOUBLE-BUFFER-NEXT: {{^ *}}3 illegal
// FLAGS: test-schedule-enumeration: 8 runs
// FLAGS-NEXT: {{^ *}}3 legal
// FLAGS-NEXT: {{^ *}}5 illegal
// LAST: test-schedule-enumeration: 10 runs
// LAST-NEXT: {{^ *}}2 legal
// LAST-NEXT: {{^ *}}8 illegal
// LAUNCHES: test-schedule-enumeration: 8 runs
// LAUNCHES-NEXT: {{^ *}}3 legal
// LAUNCHES-NEXT: {{^ *}}5 illegal
// ORDER: test-schedule-enumeration: 14 runs
// ORDER-NEXT: {{^ *}}6 legal
// ORDER-NEXT: {{^ *}}8 illegal
// RECOMPUTE: test-schedule-enumeration: 13 runs
// RECOMPUTE-NEXT: {{^ *}}2 legal
// RECOMPUTE-NEXT: {{^ *}}11 illegal
// RECOMPUTE-ORDER: test-schedule-enumeration: 5 runs
// RECOMPUTE-ORDER-NEXT: {{^ *}}2 legal
// RECOMPUTE-ORDER-NEXT: {{^ *}}3 illegal
// RECOMPUTE-SUMS: test-schedule-enumeration: 9 runs
// RECOMPUTE-SUMS-NEXT: {{^ *}}3 legal
// RECOMPUTE-SUMS-NEXT: {{^ *}}6 illegal
// REDUCTION: test-schedule-enumeration: 9 runs
// REDUCTION-NEXT: {{^ *}}2 legal
// REDUCTION-NEXT: {{^ *}}7 illegal
// REGISTER-TILE: test-schedule-enumeration: 5 runs
// REGISTER-TILE-NEXT: {{^ *}}2 legal
// REGISTER-TILE-NEXT: {{^ *}}3 illegal
// RING: test-schedule-enumeration: 7 runs
// RING-NEXT: {{^ *}}2 legal
// RING-NEXT: {{^ *}}5 illegal
// SHARED: test-schedule-enumeration: 10 runs
// SHARED-NEXT: {{^ *}}5 legal
// SHARED-NEXT: {{^ *}}5 illegal
// THREADS: test-schedule-enumeration: 11 runs
// THREADS-NEXT: {{^ *}}4 legal
// THREADS-NEXT: {{^ *}}7 illegal
// TILE-MAP: test-schedule-enumeration: 15 runs
// TILE-MAP-NEXT: {{^ *}}4 legal
// TILE-MAP-NEXT: {{^ *}}11 illegal
// WARP-BARRIERS: test-schedule-enumeration: 6 runs
// WARP-BARRIERS-NEXT: {{^ *}}2 legal
// WARP-BARRIERS-NEXT: {{^ *}}4 illegal
// PAIRS: test-schedule-enumeration: 2 runs
// PAIRS-NEXT: {{^ *}}0 legal
// PAIRS-NEXT: {{^ *}}2 illegal
// SCATTER: test-schedule-enumeration: 8 runs
// SCATTER-NEXT: {{^ *}}3 legal
// SCATTER-NEXT: {{^ *}}5 illegal
// SCHEDULE-VERIFY: test-schedule-enumeration: 12 runs
// SCHEDULE-VERIFY-NEXT: {{^ *}}2 legal
// SCHEDULE-VERIFY-NEXT: {{^ *}}10 illegal
// SCHEDULE-VERIFY-THREADS: test-schedule-enumeration: 11 runs
// SCHEDULE-VERIFY-THREADS-NEXT: {{^ *}}3 legal
// SCHEDULE-VERIFY-THREADS-NEXT: {{^ *}}8 illegal
