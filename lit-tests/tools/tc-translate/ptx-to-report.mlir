// PTX of any compiler with its launch: the static report, and the emulator's profile.
// RUN: split-file %s %t
// RUN: tc-translate --ptx-to-report %t/k.ptx --launch %t/launch.json --profile | FileCheck %s
// RUN: tc-translate --ptx-to-report %t/k.ptx | FileCheck %s --check-prefix=ALONE
// RUN: not tc-translate --ptx-to-report %t/k.ptx --launch %t/wrong.json --profile 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not tc-translate --ptx-to-report %t/wrong.json 2>&1 | FileCheck %s --check-prefix=NOPTX
// RUN: not tc-translate --ptx-to-report %t/k.ptx --launch %t/k.ptx 2>&1 | FileCheck %s --check-prefix=NOJSON

// CHECK: report of `fill` on sm_90a: grid 2 x 1 x 1, block 32 x 1 x 1 (32 threads)
// CHECK: work {{.*}}0 flop, 0 byte read and 256 byte written at least
// CHECK: bound {{.*}}launch
// CHECK: profile of `fill`
// CHECK: 4.00 sectors a request (ideal 4.00): st.global
// ALONE: report of `fill` on sm_90a: grid not known, block 32 x 1 x 1
// WRONG: error: argument `y`: expected a kind of f32 f16 bf16 f64 i32 u32 i64 u8 int float null, found `f31`
// NOPTX: error: {{.*}}expected
// NOJSON: error: {{.*}}k.ptx: expected value at line 1 column 1

//--- launch.json
{"entry": "fill", "grid": [2, 1, 1], "block": [32, 1, 1],
 "arguments": [{"name": "y", "kind": "f32", "role": "out", "count": 64}, {"name": "v", "kind": "float", "value": 2.5}],
 "work": {"flops": 0, "read_bytes": 0, "written_bytes": 256}}
//--- wrong.json
{"entry": "fill", "grid": [2, 1, 1], "block": [32, 1, 1], "arguments": [{"name": "y", "kind": "f31", "count": 64}]}
//--- k.ptx
.version 8.7
.target sm_90a
.address_size 64
.visible .entry fill(.param .u64 y, .param .f32 v)
.maxntid 32, 1, 1
{
.reg .b32 %r<5>;
.reg .f32 %f<2>;
.reg .b64 %d<5>;
ld.param.u64 %d1, [y];
ld.param.f32 %f1, [v];
cvta.to.global.u64 %d2, %d1;
mov.u32 %r1, %ctaid.x;
mov.u32 %r2, %tid.x;
mad.lo.u32 %r3, %r1, 32, %r2;
mul.wide.u32 %d3, %r3, 4;
add.s64 %d4, %d2, %d3;
st.global.f32 [%d4], %f1;
ret;
}
