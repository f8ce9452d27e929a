// Sizes that make no tiles.
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-time-tile{sizes=0,8}))' 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-time-tile{sizes=8,-2}))' 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-time-tile{sizes=8,0}))' 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-time-tile{parallel=0}))' 2>&1 | FileCheck %s --check-prefix=PARALLEL

// STEPS: expected at least 1 step of time in a tile, found 0
// NEGATIVE: expected tile sizes of at least 0, found -2
// NONE: expected a tile size other than 0 behind the steps of time
// PARALLEL: expected at least 1 dimension with several tiles at the same time, found 0
module {}
