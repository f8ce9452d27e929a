// A number of rows that is no block.
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-wavefront{rows=1}))' 2>&1 | FileCheck %s
// CHECK: expected at least 2 rows, or 0, found 1
module {}
