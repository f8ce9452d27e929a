//! Instructions one by one: results at ordinary values and at the edges, against values computed by
//! other means.

use crate::support::*;

#[test]
fn integer_arithmetic_wraps_saturates_and_carries() {
    assert_eq!(scalar(&[0xffff_ffff, 2], "add.u32 %r9, %r0, %r1;"), 1);
    assert_eq!(
        scalar(&[0x7fff_ffff, 2], "add.sat.s32 %r9, %r0, %r1;"),
        0x7fff_ffff
    );
    assert_eq!(
        scalar(&[0x8000_0000, 1], "sub.sat.s32 %r9, %r0, %r1;"),
        0x8000_0000
    );
    assert_eq!(scalar(&[7, 9], "sub.u32 %r9, %r0, %r1;"), -2i32 as u32);
    assert_eq!(
        scalar(&[0x1234_5678, 0x9abc_def0], "mul.lo.u32 %r9, %r0, %r1;"),
        0x242d_2080
    );
    assert_eq!(
        scalar(&[0x1234_5678, 0x9abc_def0], "mul.hi.u32 %r9, %r0, %r1;"),
        0x0b00_ea4e
    );
    assert_eq!(
        scalar(&[0x1234_5678, 0x9abc_def0], "mul.hi.s32 %r9, %r0, %r1;"),
        0xf8cc_93d6
    );
    assert_eq!(scalar(&[3, 5, 100], "mad.lo.s32 %r9, %r0, %r1, %r2;"), 115);
    assert_eq!(
        scalar(&[-7i32 as u32, 2], "div.s32 %r9, %r0, %r1;"),
        -3i32 as u32
    );
    assert_eq!(
        scalar(&[-7i32 as u32, 2], "rem.s32 %r9, %r0, %r1;"),
        -1i32 as u32
    );
    assert_eq!(
        scalar(&[0x8000_0000, u32::MAX], "div.s32 %r9, %r0, %r1;"),
        0x8000_0000
    );
    assert_eq!(scalar(&[5, 0], "div.u32 %r9, %r0, %r1;"), u32::MAX);
    assert_eq!(scalar(&[5, 0], "rem.u32 %r9, %r0, %r1;"), 5);
    assert_eq!(scalar(&[5, u32::MAX], "min.s32 %r9, %r0, %r1;"), u32::MAX);
    assert_eq!(scalar(&[5, u32::MAX], "min.u32 %r9, %r0, %r1;"), 5);
    assert_eq!(scalar(&[-9i32 as u32], "abs.s32 %r9, %r0;"), 9);
    assert_eq!(scalar(&[10, 3, 100], "sad.u32 %r9, %r1, %r0, %r2;"), 107);
    assert_eq!(
        scalar(&[0x0001_ffff, 0x0001_0001], "add.u16x2 %r9, %r0, %r1;"),
        0x0002_0000
    );
    assert_eq!(
        scalar(
            &[0x0102_03ff, 0x0506_0708, 10],
            "dp4a.u32.s32 %r9, %r0, %r1, %r2;"
        ),
        10 + 5 + 12 + 21 + 255 * 8
    );
    // A 64-bit sum from two halves.
    let carry = "add.cc.u32 %r3, %r0, %r1;\naddc.u32 %r9, %r2, 0;";
    assert_eq!(scalar(&[0xffff_ffff, 1, 7], carry), 8);
    assert_eq!(scalar(&[0xffff_fffe, 1, 7], carry), 7);
    let borrow = "sub.cc.u32 %r3, %r0, %r1;\nsubc.u32 %r9, %r2, 0;";
    assert_eq!(scalar(&[0, 1, 7], borrow), 6);
    assert_eq!(
        scalar_u64(&[u64::MAX, u64::MAX], "mul.hi.u64 %d9, %d0, %d1;"),
        u64::MAX - 1
    );
    assert_eq!(
        scalar_u64(&[u64::MAX, 3], "mul.hi.s64 %d9, %d0, %d1;"),
        u64::MAX
    );
    assert_eq!(
        scalar_u64(
            &[u64::MAX - 4],
            "cvt.u32.u64 %r1, %d0;\nmul.wide.s32 %d9, %r1, 3;"
        ),
        -15i64 as u64
    );
}

#[test]
fn bits_are_shifted_counted_and_permuted() {
    assert_eq!(scalar(&[1, 40], "shl.b32 %r9, %r0, %r1;"), 0);
    assert_eq!(
        scalar(&[0x8000_0000, 40], "shr.s32 %r9, %r0, %r1;"),
        u32::MAX
    );
    assert_eq!(scalar(&[0x8000_0000, 40], "shr.u32 %r9, %r0, %r1;"), 0);
    assert_eq!(
        scalar(
            &[0x1122_3344, 0x5566_7788, 8],
            "shf.l.wrap.b32 %r9, %r0, %r1, %r2;"
        ),
        0x6677_8811
    );
    assert_eq!(
        scalar(
            &[0x1122_3344, 0x5566_7788, 8],
            "shf.r.wrap.b32 %r9, %r0, %r1, %r2;"
        ),
        0x8811_2233
    );
    assert_eq!(
        scalar(
            &[0x1122_3344, 0x5566_7788, 33],
            "shf.r.clamp.b32 %r9, %r0, %r1, %r2;"
        ),
        0x5566_7788
    );
    assert_eq!(
        scalar(&[0xf0, 0xcc, 0xaa], "lop3.b32 %r9, %r0, %r1, %r2, 0x96;"),
        0xf0 ^ 0xcc ^ 0xaa
    );
    assert_eq!(
        scalar(&[0xf0, 0xcc, 0xaa], "lop3.b32 %r9, %r0, %r1, %r2, 0xe8;"),
        (0xf0 & 0xcc) | (0xf0 & 0xaa) | (0xcc & 0xaa)
    );
    assert_eq!(scalar(&[0xf00f], "popc.b32 %r9, %r0;"), 8);
    assert_eq!(scalar(&[0xf00f], "clz.b32 %r9, %r0;"), 16);
    assert_eq!(scalar(&[0xf00f], "brev.b32 %r9, %r0;"), 0xf00f_0000);
    assert_eq!(scalar(&[0xf00f], "bfind.u32 %r9, %r0;"), 15);
    assert_eq!(scalar(&[u32::MAX], "bfind.s32 %r9, %r0;"), u32::MAX);
    assert_eq!(scalar(&[0x0000_0f00], "bfe.u32 %r9, %r0, 8, 4;"), 15);
    assert_eq!(scalar(&[0x0000_0f00], "bfe.s32 %r9, %r0, 8, 4;"), u32::MAX);
    assert_eq!(
        scalar(&[0x8000_0000], "bfe.s32 %r9, %r0, 28, 10;"),
        0xffff_fff8
    );
    assert_eq!(
        scalar(&[0xab, 0x1111_1111], "bfi.b32 %r9, %r0, %r1, 8, 8;"),
        0x1111_ab11
    );
    assert_eq!(
        scalar(
            &[0x1122_3344, 0x5566_7788],
            "prmt.b32 %r9, %r0, %r1, 0x7250;"
        ),
        0x5522_7744
    );
    assert_eq!(
        scalar(&[0x0000_0080, 0], "prmt.b32 %r9, %r0, %r1, 0x8888;"),
        u32::MAX
    );
    assert_eq!(
        scalar(&[0x1122_3344, 3], "prmt.b32.b4e %r9, %r0, %r0, %r1;"),
        0x4433_2211
    );
    assert_eq!(scalar(&[0b1011_0000], "fns.b32 %r9, %r0, 0, 2;"), 5);
    assert_eq!(scalar(&[], "bmsk.clamp.b32 %r9, 4, 8;"), 0xff0);
    assert_eq!(scalar(&[5], "cnot.b32 %r9, %r0;"), 0);
    assert_eq!(
        scalar_u64(
            &[0x0f0f],
            "popc.b64 %r1, %d0;\nclz.b64 %r2, %d0;\nmov.b64 %d9, {%r1, %r2};"
        ),
        52 << 32 | 8
    );
}

#[test]
fn float_arithmetic_is_ieee_in_every_mode() {
    let third = 1.0f32 / 3.0;
    assert_eq!(
        scalar_f32(
            &[1.0, 3.0],
            "div.rn.f32 %f1, %f2, %f3;\nmov.b32 %r9, %f1;"
                .replace("%f2", "%r0")
                .replace("%f3", "%r1")
                .replace("%f1", "%r5")
                .as_str()
        ),
        third
    );
    assert_eq!(
        scalar_f32(&[1.0, 3.0], "div.rz.f32 %r9, %r0, %r1;"),
        f32::from_bits(third.to_bits() - 1)
    );
    assert_eq!(
        scalar_f32(&[1.0, 2f32.powi(-25)], "add.rn.f32 %r9, %r0, %r1;"),
        1.0
    );
    assert_eq!(
        scalar_f32(&[1.0, 2f32.powi(-25)], "add.rp.f32 %r9, %r0, %r1;"),
        1.0f32.next_up()
    );
    assert_eq!(
        scalar_f32(&[1.0, 2f32.powi(-60)], "sub.rz.f32 %r9, %r0, %r1;"),
        1.0f32.next_down()
    );
    assert_eq!(
        scalar(
            &[1.0f32.to_bits(), (-1.0f32).to_bits()],
            "add.rm.f32 %r9, %r0, %r1;"
        ),
        0x8000_0000
    );
    let (a, b, c) = (1.0f32 + 2f32.powi(-12), 1.0 - 2f32.powi(-12), -1.0);
    assert_eq!(
        scalar_f32(&[a, b, c], "fma.rn.f32 %r9, %r0, %r1, %r2;"),
        -2f32.powi(-24)
    );
    assert_eq!(
        scalar_f32(&[a, b], "mul.rm.f32 %r9, %r0, %r1;"),
        1.0f32.next_down()
    );
}

#[test]
fn float_functions_are_as_exact_as_the_isa_says() {
    let third = 1.0f32 / 3.0;
    assert_eq!(scalar_f32(&[2.0], "sqrt.rn.f32 %r9, %r0;"), 2f32.sqrt());
    assert_eq!(
        scalar_f32(&[2.0], "sqrt.rp.f32 %r9, %r0;"),
        2f32.sqrt().next_up()
    );
    assert_eq!(scalar_f32(&[0.25], "rsqrt.approx.f32 %r9, %r0;"), 2.0);
    assert_eq!(scalar_f32(&[3.0], "rcp.rn.f32 %r9, %r0;"), third);
    assert_eq!(scalar_f32(&[10.0], "ex2.approx.ftz.f32 %r9, %r0;"), 1024.0);
    assert_eq!(scalar_f32(&[8.0], "lg2.approx.f32 %r9, %r0;"), 3.0);
}

#[test]
fn float_arithmetic_treats_special_values_as_the_isa_says() {
    assert_eq!(scalar_f32(&[2.5], "add.sat.f32 %r9, %r0, %r0;"), 1.0);
    assert_eq!(
        scalar(&[0x7f80_0000, 0xff80_0000], "add.f32 %r9, %r0, %r1;"),
        0x7fff_ffff
    );
    assert_eq!(scalar(&[1, 0], "add.ftz.f32 %r9, %r0, %r1;"), 0);
    assert_eq!(scalar(&[1, 0], "add.f32 %r9, %r0, %r1;"), 1);
    // Minimum drops a NaN, `.NaN` keeps it; -0 is below +0.
    assert_eq!(scalar_f32(&[f32::NAN, 3.0], "min.f32 %r9, %r0, %r1;"), 3.0);
    assert!(scalar_f32(&[f32::NAN, 3.0], "min.NaN.f32 %r9, %r0, %r1;").is_nan());
    assert_eq!(scalar(&[0, 0x8000_0000], "max.f32 %r9, %r1, %r0;"), 0);
    assert_eq!(
        scalar(&[0, 0x8000_0000], "min.f32 %r9, %r0, %r1;"),
        0x8000_0000
    );
    assert_eq!(scalar_f32(&[-1.5], "abs.f32 %r9, %r0;"), 1.5);
    assert_eq!(
        scalar_f32(&[-1.5, 4.0], "copysign.f32 %r9, %r0, %r1;"),
        -4.0
    );
}

#[test]
fn double_arithmetic_is_ieee_in_every_mode() {
    let bits = |value: f64| value.to_bits();
    assert_eq!(
        scalar_u64(&[bits(1.0), bits(3.0)], "div.rn.f64 %d9, %d0, %d1;"),
        bits(1.0 / 3.0)
    );
    assert_eq!(
        scalar_u64(&[bits(1.0), bits(3.0)], "div.rp.f64 %d9, %d0, %d1;"),
        bits((1.0f64 / 3.0).next_up())
    );
    assert_eq!(
        scalar_u64(&[bits(0.1), bits(0.2)], "add.rz.f64 %d9, %d0, %d1;"),
        bits((0.1f64 + 0.2).next_down())
    );
    assert_eq!(
        scalar_u64(
            &[bits(1.5), bits(2.0), bits(0.25)],
            "fma.rn.f64 %d9, %d0, %d1, %d2;"
        ),
        bits(3.25)
    );
}

#[test]
fn half_formats_round_once() {
    // 1 + 2^-11 is a tie in f16: to even. 1.5 * 1.5 + 2^-11 rounds from the exact sum.
    assert_eq!(
        scalar(
            &[0x3c00, 0x1000],
            "cvt.u16.u32 %h0, %r0;\ncvt.u16.u32 %h1, %r1;\nadd.rn.f16 %h2, %h0, %h1;\ncvt.u32.u16 %r9, %h2;"
        ),
        0x3c00
    );
    assert_eq!(
        scalar(&[0x3c00_3c00, 0x4000_3800], "mul.rn.f16x2 %r9, %r0, %r1;"),
        0x4000_3800
    );
    assert_eq!(
        scalar(
            &[0x3fc0_3f80, 0x4000_4040, 0x3f80_3f80],
            "fma.rn.bf16x2 %r9, %r0, %r1, %r2;"
        ),
        0x4080_4080
    );
    assert_eq!(
        scalar(&[0xbc00_4000], "fma.rn.relu.f16x2 %r9, %r0, 0x3c003c00, 0;"),
        0x0000_4000
    );
    assert_eq!(
        scalar_f32(
            &[65519.0],
            "cvt.rn.f16.f32 %h0, %r0;\ncvt.f32.f16 %r9, %h0;"
        ),
        65504.0
    );
    assert_eq!(
        scalar(
            &[65520f32.to_bits()],
            "cvt.rn.f16.f32 %h0, %r0;\ncvt.u32.u16 %r9, %h0;"
        ),
        0x7c00
    );
    assert_eq!(
        scalar(
            &[1f32.to_bits(), 2f32.to_bits()],
            "cvt.rn.f16x2.f32 %r9, %r0, %r1;"
        ),
        0x3c00_4000
    );
    assert_eq!(
        scalar(
            &[1f32.to_bits(), 2f32.to_bits()],
            "cvt.rn.bf16x2.f32 %r9, %r0, %r1;"
        ),
        0x3f80_4000
    );
    assert_eq!(
        scalar(&[0x3f80_1000], "cvt.rna.tf32.f32 %r9, %r0;"),
        0x3f80_2000
    );
    assert_eq!(
        scalar(
            &[1e6f32.to_bits(), 0.5f32.to_bits()],
            "cvt.rn.satfinite.e4m3x2.f32 %h0, %r0, %r1;\ncvt.u32.u16 %r9, %h0;"
        ),
        0x7e30
    );
    assert_eq!(
        scalar(
            &[0x7e30],
            "cvt.u16.u32 %h0, %r0;\ncvt.rn.f16x2.e4m3x2 %r9, %h0;"
        ),
        0x5f00_3800
    );
    assert_eq!(
        scalar(
            &[0x3c00],
            "cvt.u16.u32 %h0, %r0;\nex2.approx.f16 %h1, %h0;\ncvt.u32.u16 %r9, %h1;"
        ),
        0x4000
    );
}

#[test]
fn conversions_round_saturate_and_extend() {
    assert_eq!(scalar(&[2.5f32.to_bits()], "cvt.rni.s32.f32 %r9, %r0;"), 2);
    assert_eq!(
        scalar(&[(-2.5f32).to_bits()], "cvt.rzi.s32.f32 %r9, %r0;"),
        -2i32 as u32
    );
    assert_eq!(
        scalar(&[(-2.5f32).to_bits()], "cvt.rmi.s32.f32 %r9, %r0;"),
        -3i32 as u32
    );
    assert_eq!(
        scalar(&[1e20f32.to_bits()], "cvt.rzi.s32.f32 %r9, %r0;"),
        i32::MAX as u32
    );
    assert_eq!(scalar(&[(-1f32).to_bits()], "cvt.rzi.u32.f32 %r9, %r0;"), 0);
    assert_eq!(
        scalar(&[f32::NAN.to_bits()], "cvt.rzi.s32.f32 %r9, %r0;"),
        0
    );
    assert_eq!(scalar(&[300], "cvt.sat.u8.u32 %r9, %r0;"), 255);
    assert_eq!(scalar(&[300], "cvt.u8.u32 %r9, %r0;"), 44);
    assert_eq!(scalar(&[0x80], "cvt.s32.s8 %r9, %r0;"), 0xffff_ff80);
    assert_eq!(scalar_f32(&[2.5], "cvt.rpi.f32.f32 %r9, %r0;"), 3.0);
    assert_eq!(scalar_f32(&[7.25], "cvt.sat.f32.f32 %r9, %r0;"), 1.0);
    assert_eq!(
        scalar(&[16_777_217], "cvt.rn.f32.u32 %r9, %r0;"),
        16_777_216f32.to_bits()
    );
    assert_eq!(
        scalar(&[16_777_217], "cvt.rp.f32.u32 %r9, %r0;"),
        16_777_218f32.to_bits()
    );
    assert_eq!(
        scalar_u64(&[(1 << 53) + 1], "cvt.rp.f64.u64 %d9, %d0;"),
        (9007199254740994f64).to_bits()
    );
    assert_eq!(
        scalar_u64(&[u64::MAX], "cvt.rn.f64.s64 %d9, %d0;"),
        (-1f64).to_bits()
    );
    assert_eq!(
        scalar_u64(
            &[0.1f64.to_bits()],
            "cvt.rn.f32.f64 %r1, %d0;\ncvt.f64.f32 %d9, %r1;"
        ),
        f64::from(0.1f32).to_bits()
    );
    assert_eq!(
        scalar_u64(
            &[0x8000_0000],
            "cvt.u32.u64 %r1, %d0;\ncvt.s64.s32 %d9, %r1;"
        ),
        0xffff_ffff_8000_0000
    );
}

#[test]
fn comparisons_and_selections_follow_their_predicates() {
    assert_eq!(
        scalar(
            &[1, 2],
            "setp.lt.s32 %q1, %r0, %r1;\nselp.b32 %r9, 10, 20, %q1;"
        ),
        10
    );
    let nan = f32::NAN.to_bits();
    assert_eq!(
        scalar(
            &[nan],
            "setp.ltu.f32 %q1, %r0, 0f00000000;\nselp.b32 %r9, 1, 0, %q1;"
        ),
        1
    );
    assert_eq!(
        scalar(
            &[nan],
            "setp.neu.f32 %q1, %r0, %r0;\nsetp.ne.f32 %q2, %r0, %r0;\nselp.b32 %r1, 1, 0, %q1;\nselp.b32 %r2, 2, 0, %q2;\nor.b32 %r9, %r1, %r2;"
        ),
        1
    );
    assert_eq!(
        scalar(
            &[3],
            "setp.gt.u32 %q3, %r0, 1;\nsetp.eq.and.u32 %q1|%q2, %r0, 4, %q3;\nselp.b32 %r1, 1, 0, %q1;\nselp.b32 %r2, 2, 0, %q2;\nor.b32 %r9, %r1, %r2;"
        ),
        2
    );
    assert_eq!(scalar(&[3, 3], "set.eq.u32.u32 %r9, %r0, %r1;"), u32::MAX);
    assert_eq!(
        scalar_f32(&[3.0, 3.0], "set.ge.f32.f32 %r9, %r0, %r1;"),
        1.0
    );
    assert_eq!(
        scalar(&[7, 8, u32::MAX], "slct.b32.s32 %r9, %r0, %r1, %r2;"),
        8
    );
    assert_eq!(
        scalar(
            &[0x7f80_0000],
            "testp.infinite.f32 %q1, %r0;\nselp.b32 %r9, 1, 0, %q1;"
        ),
        1
    );
    assert_eq!(
        scalar(
            &[1],
            "setp.eq.u32 %q1, %r0, 1;\nnot.pred %q2, %q1;\nxor.pred %q3, %q1, %q2;\nmov.pred %q4, %q3;\n@!%q4 mov.u32 %r0, 9;\nmov.u32 %r9, %r0;"
        ),
        1
    );
}

#[test]
fn collectives_act_over_the_lanes_of_their_mask() {
    let lane: [u32; 32] = std::array::from_fn(|lane| lane as u32);
    let f = |body: &str| lanes_u32(&[lane], body);
    assert_eq!(f("shfl.sync.idx.b32 %r9, %r0, 5, 31, -1;"), [5; 32]);
    assert_eq!(
        f("shfl.sync.bfly.b32 %r9|%q1, %r0, 3, 31, -1;"),
        std::array::from_fn(|lane| lane as u32 ^ 3)
    );
    let down = f("shfl.sync.down.b32 %r1|%q1, %r0, 4, 31, -1;\nselp.b32 %r9, %r1, 99, %q1;");
    assert_eq!((down[0], down[27], down[28]), (4, 31, 99));
    let up = f("shfl.sync.up.b32 %r9, %r0, 1, 0, -1;");
    assert_eq!((up[0], up[1], up[31]), (0, 0, 30));
    assert_eq!(
        f("setp.lt.u32 %q1, %r0, 3;\nvote.sync.ballot.b32 %r9, %q1, -1;"),
        [7; 32]
    );
    assert_eq!(
        f(
            "setp.lt.u32 %q1, %r0, 3;\nvote.sync.any.pred %q2, %q1, -1;\nvote.sync.all.pred %q3, %q1, -1;\nselp.b32 %r1, 1, 0, %q2;\nselp.b32 %r2, 2, 0, %q3;\nor.b32 %r9, %r1, %r2;"
        ),
        [1; 32]
    );
    assert_eq!(
        f("shr.u32 %r1, %r0, 4;\nmatch.any.sync.b32 %r9, %r1, -1;").map(|mask| mask.count_ones()),
        [16; 32]
    );
    assert_eq!(f("match.sync.all.b32 %r9|%q1, %r0, -1;"), [0; 32]);
    assert_eq!(f("redux.sync.add.u32 %r9, %r0, -1;"), [496; 32]);
    assert_eq!(
        f("sub.s32 %r1, %r0, 16;\nredux.sync.min.s32 %r9, %r1, -1;"),
        [-16i32 as u32; 32]
    );
    let elected = f("elect.sync %r1|%q1, -1;\nselp.b32 %r9, 1, 0, %q1;");
    assert_eq!((elected[0], elected[1..].iter().sum::<u32>()), (1, 0));
    // Half of the warp votes among itself.
    let halves = f(
        "mov.u32 %r9, 0;\nsetp.ge.u32 %q1, %r0, 16;\n@%q1 bra HIGH;\nsetp.lt.u32 %q2, %r0, 2;\nvote.sync.ballot.b32 %r9, %q2, 0xffff;\nHIGH:",
    );
    assert_eq!((halves[3], halves[20]), (3, 0));
}

#[test]
fn atomics_of_every_kind_return_the_old_value() {
    let atomic = |start: u32, operation: &str, value: &str| {
        scalar(
            &[start],
            &format!(
                "bar.warp.sync -1;\nsetp.ne.u32 %q1, %r40, 0;\n@%q1 bra L;\natom.global.{operation} %r1, [%p0], {value};\nL: bar.warp.sync -1;\nld.global.b32 %r9, [%p0];"
            ),
        )
    };
    assert_eq!(atomic(0, "add.u32", "1"), 1);
    assert_eq!(atomic(0xc, "and.b32", "6"), 4);
    assert_eq!(atomic(0xc, "or.b32", "6"), 0xe);
    assert_eq!(atomic(0xc, "xor.b32", "6"), 0xa);
    assert_eq!(atomic(u32::MAX, "min.s32", "3"), u32::MAX);
    assert_eq!(atomic(u32::MAX, "min.u32", "3"), 3);
    let count = |body: &str| lanes_u32(&[[0; 32]], &format!("bar.warp.sync -1;\n{body}"));
    // Lanes go in order: lane 31 adds last.
    assert_eq!(count("atom.global.add.u32 %r9, [%p0], 2;")[31], 62);
    assert_eq!(
        count(
            "atom.global.max.s32 %r1, [%p0], %r40;\nbar.warp.sync -1;\nld.global.b32 %r9, [%p0];"
        ),
        [31; 32]
    );
    assert_eq!(
        count("atom.global.inc.u32 %r9, [%p0], 3;")[..6],
        [0, 1, 2, 3, 0, 1]
    );
    assert_eq!(
        count("atom.global.cas.b32 %r9, [%p0], 0, 7;")[..3],
        [0, 7, 7]
    );
    assert_eq!(
        count("atom.global.exch.b32 %r9, [%p0], %r40;")[..3],
        [0, 0, 1]
    );
    let sum = count(
        "red.global.add.f32 [%p0], 0f3F000000;\nbar.warp.sync -1;\nld.global.b32 %r9, [%p0];",
    );
    assert_eq!(f32::from_bits(sum[0]), 16.0);
    let packed = count(
        "red.global.add.noftz.f16x2 [%p0], 0x3c004000;\nbar.warp.sync -1;\nld.global.b32 %r9, [%p0];",
    );
    assert_eq!(packed[0], 0x5000_5400);
    assert_eq!(
        count("atom.global.dec.u32 %r9, [%p0], 2;")[..5],
        [0, 2, 1, 0, 2]
    );
}

/// One `mma` against the triple loop: `A` is 16 x `k`, `B` is `k` x 8, spread over the lanes as PTX
/// documents it.
fn check_mma(instruction: &str, k: usize, per_register: usize, encode: impl Fn(i32) -> u32) {
    let a = |row: usize, column: usize| ((row * 3 + column * 5) % 7) as i32 - 3;
    let b = |row: usize, column: usize| ((row * 2 + column * 3) % 5) as i32 - 2;
    let pack = |values: Vec<u32>| {
        let bits = 32 / values.len() as u32;
        values.iter().enumerate().fold(0, |word, (part, value)| {
            word | value << (bits * part as u32 % 32)
        })
    };
    let e = per_register;
    let registers = |count: usize, f: &dyn Fn(usize, usize, usize) -> i32| -> Vec<[u32; 32]> {
        (0..count)
            .map(|register| {
                std::array::from_fn(|lane| {
                    pack((0..e).map(|part| encode(f(register, lane, part))).collect())
                })
            })
            .collect()
    };
    let a_registers = registers(k / (2 * e), &|register, lane, part| {
        a(
            lane / 4 + 8 * (register % 2),
            lane % 4 * e + part + 4 * e * (register / 2),
        )
    });
    let b_registers = registers(k / (4 * e), &|register, lane, part| {
        b(lane % 4 * e + part + 4 * e * register, lane / 4)
    });
    let names = |first: usize, count: usize| -> String {
        (first..first + count)
            .map(|index| format!("%r{index}"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let (a_count, b_count) = (a_registers.len(), b_registers.len());
    let inputs: Vec<[u32; 32]> = a_registers.into_iter().chain(b_registers).collect();
    for element in 0..4 {
        let start = if instruction.ends_with("s32") {
            10
        } else {
            10f32.to_bits()
        };
        let body = format!(
            "mov.b32 %r20, {start};\n{instruction} {{%r30, %r31, %r32, %r33}}, {{{}}}, {{{}}}, {{%r20, %r20, %r20, %r20}};\nmov.b32 %r9, %r3{element};",
            names(0, a_count),
            names(a_count, b_count)
        );
        let result = lanes_u32(&inputs, &body);
        for (lane, found) in result.into_iter().enumerate() {
            let (row, column) = (lane / 4 + 8 * (element / 2), lane % 4 * 2 + element % 2);
            let expected = 10
                + (0..k)
                    .map(|depth| a(row, depth) * b(depth, column))
                    .sum::<i32>();
            let found = if instruction.ends_with("s32") {
                found as i32
            } else {
                f32::from_bits(found) as i32
            };
            assert_eq!(
                found, expected,
                "{instruction} lane {lane} element {element}"
            );
        }
    }
}

#[test]
fn matrix_instructions_agree_with_the_triple_loop() {
    let half = |value: i32| u32::from(half::f16::from_f32(value as f32).to_bits());
    let brain = |value: i32| (value as f32).to_bits() >> 16;
    let word = |value: i32| (value as f32).to_bits();
    let byte = |value: i32| u32::from(value as u8);
    check_mma(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
        16,
        2,
        half,
    );
    check_mma(
        "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32",
        8,
        2,
        half,
    );
    check_mma(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
        16,
        2,
        brain,
    );
    check_mma(
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",
        8,
        1,
        word,
    );
    // Low mantissa bits of tf32 operands are ignored.
    check_mma(
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",
        8,
        1,
        |value| word(value) | 0x1fff,
    );
    check_mma(
        "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32",
        32,
        4,
        byte,
    );
    check_mma(
        "mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32",
        16,
        4,
        byte,
    );
}
