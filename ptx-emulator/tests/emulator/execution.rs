//! Whole kernels: their results, and their behaviour at the edges of memory.

use ptx_emulator::{
    Argument, ErrorKind, FindingKind, Initial, Launch, Memory, Module, Options, launch,
};

use crate::support::*;

const GEMM: &str = include_str!("../ptx/gemm_shared.ptx");

fn gemm_inputs() -> (Vec<f32>, Vec<f32>) {
    let a = (0..256 * 256)
        .map(|i| ((i * 7 + 3) % 23) as f32 - 11.0)
        .collect();
    let b = (0..256 * 256)
        .map(|i| ((i * 5 + 1) % 19) as f32 - 9.0)
        .collect();
    (a, b)
}

#[test]
fn a_tiled_matrix_product_is_right_and_clean() {
    let (a, b) = gemm_inputs();
    let mut memory = Memory::new();
    let arrays = [
        memory.allocate("A", 256 * 256 * 4, Initial::Data(bytes_of_f32(&a))),
        memory.allocate("B", 256 * 256 * 4, Initial::Data(bytes_of_f32(&b))),
        memory.allocate("C", 256 * 256 * 4, Initial::Uninitialised),
    ];
    let report = run(
        GEMM,
        "gemm",
        [16, 16, 1],
        [16, 16, 1],
        pointers(&arrays),
        &mut memory,
    );
    assert_eq!(report.findings, vec![]);
    let c = memory.read_f32(arrays[2]);
    for row in [0, 17, 31] {
        for column in 0..256 {
            // Small integers: exact in any order.
            let expected: f32 = (0..256)
                .map(|k| a[row * 256 + k] * b[k * 256 + column])
                .sum();
            assert_eq!(c[row * 256 + column], expected, "C[{row}, {column}]");
        }
    }
}

/// A kernel of 32 threads in which lanes reach `bar.sync` on different paths, and then read the
/// values of their neighbours.
fn two_ways(second: &str) -> String {
    format!(
        ".version 8.7\n.target sm_90\n.address_size 64\n\
.visible .entry ways(.param .u64 out, .param .u32 zero)\n{{\n\
.reg .pred %p<4>;\n.reg .b32 %r<8>;\n.reg .b64 %rd<4>;\n.shared .align 4 .b8 tile[128];\n\
ld.param.u64 %rd1, [out];\nld.param.u32 %r1, [zero];\nmov.u32 %r2, %tid.x;\nshl.b32 %r3, %r2, 2;\n\
mov.u32 %r4, tile;\nadd.s32 %r5, %r4, %r3;\nsetp.lt.u32 %p1, %r2, 12;\nsetp.ne.u32 %p2, %r1, 0;\n\
@%p1 bra FEW;\nst.shared.u32 [%r5], %r2;\n@%p2 bra END;\nbra MEET;\n\
FEW:\nst.shared.u32 [%r5], %r3;\n@%p2 bra END;\n{second}\n\
MEET:\nbar.sync 0;\n\
xor.b32 %r6, %r3, 4;\nadd.s32 %r6, %r4, %r6;\nld.shared.u32 %r7, [%r6];\n\
cvt.u64.u32 %rd2, %r3;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r7;\n\
END:\nret;\n}}\n"
    )
}

#[test]
fn lanes_may_come_to_a_barrier_by_different_ways() {
    let mut memory = Memory::new();
    let out = memory.allocate("out", 32 * 4, Initial::Uninitialised);
    let launch = |text: &str, memory: &mut Memory| {
        let arguments = vec![Argument::Pointer(out), Argument::U32(0)];
        run(text, "ways", [1, 1, 1], [32, 1, 1], arguments, memory)
    };
    let report = launch(&two_ways("bra MEET;"), &mut memory);
    assert_eq!(report.findings, vec![]);
    let read = memory.read_u32(out);
    let expected: Vec<u32> = (0..32u32)
        .map(|lane| lane ^ 1)
        .map(|other| if other < 12 { 4 * other } else { other })
        .collect();
    assert_eq!(read, expected);
    // Another instruction is another barrier, even if it has the same number.
    let report = launch(&two_ways("bar.sync 0;\nbra END;"), &mut memory);
    assert_eq!(report.findings[0].kind, FindingKind::DivergentBarrier);
}

#[test]
fn the_order_of_blocks_and_warps_does_not_matter_for_a_clean_kernel() {
    let (a, b) = gemm_inputs();
    let module = Module::parse(GEMM).unwrap();
    let mut results = Vec::new();
    for (seed, threads) in [(None, Some(1)), (Some(1), Some(2)), (Some(99), None)] {
        let mut memory = Memory::new();
        let arrays = [
            memory.allocate("A", 256 * 256 * 4, Initial::Data(bytes_of_f32(&a))),
            memory.allocate("B", 256 * 256 * 4, Initial::Data(bytes_of_f32(&b))),
            memory.allocate("C", 256 * 256 * 4, Initial::Uninitialised),
        ];
        let shape = Launch {
            grid: [4, 4, 1],
            block: [16, 16, 1],
            dynamic_shared: 0,
            arguments: pointers(&arrays),
        };
        let options = Options {
            seed,
            threads,
            ..Options::default()
        };
        let report = launch(&module, "gemm", &shape, &mut memory, &options).unwrap();
        results.push((memory.read(arrays[2]), report.profile.totals));
    }
    assert_eq!(results[0], results[1]);
    assert_eq!(results[0], results[2]);
}

#[test]
fn without_the_sanitizer_the_first_fault_is_an_error_that_names_everything() {
    let ptx = kernel(
        1,
        "mov.u32 %r1, %tid.x;\nmul.wide.u32 %d1, %r1, 4;\nadd.s64 %d2, %p0, %d1;\nst.global.u32 [%d2], %r1;",
    );
    let module = Module::parse(&ptx).unwrap();
    let mut memory = Memory::new();
    let y = memory.allocate("Y", 40 * 4, Initial::Uninitialised);
    let shape = Launch {
        grid: [1, 1, 1],
        block: [64, 1, 1],
        dynamic_shared: 0,
        arguments: vec![Argument::Pointer(y)],
    };
    let options = Options {
        sanitize: false,
        ..Options::default()
    };
    let error = launch(&module, "k", &shape, &mut memory, &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Fault);
    let finding = error.finding().unwrap();
    assert_eq!(finding.kind, FindingKind::OutOfBounds);
    let line = ptx
        .lines()
        .position(|line| line.starts_with("st.global"))
        .unwrap()
        + 1;
    let address = memory.address(y) + 160;
    assert_eq!(error.line(), Some(line as u32));
    assert_eq!(
        error.to_string(),
        format!(
            "out-of-bounds in kernel `k`: byte 160 of `Y`, which has 160 bytes\n  \
             block (0, 0, 0) thread (40, 0, 0) at ptx line {line}: st.global.u32 [%d2], %r1;\n  \
             4 bytes at global address 0x{address:x}, Y[40]: byte 160 of 160\n  24 times"
        )
    );
}

/// Arrays are 4 GiB apart: the byte at 4 GiB of one is the first of the next.
#[test]
fn an_access_that_lands_in_another_array_names_the_one_that_is_meant() {
    let ptx = kernel(
        2,
        "mov.b64 %d1, 4294967304;\nadd.s64 %d2, %p0, %d1;\nld.global.u32 %r1, [%d2];\nst.global.u32 [%p1], %r1;",
    );
    let mut memory = Memory::new();
    let a = memory.allocate("A", 64, Initial::Data(vec![0; 64]));
    let b = memory.allocate("B", 64, Initial::Data(vec![0; 64]));
    memory.describe(a, 4, &[16]);
    assert_eq!(memory.address(a) + 4_294_967_304, memory.address(b) + 8);
    let report = run(&ptx, "k", [1; 3], [1; 3], pointers(&[a, b]), &mut memory);
    let [finding] = &report.findings[..] else {
        panic!("{:?}", report.findings)
    };
    assert_eq!(finding.kind, FindingKind::OutOfBounds);
    assert_eq!(
        finding.message,
        "byte 4294967304 of `A`, which has 64 bytes"
    );
    let place = finding.place.as_ref().unwrap();
    assert_eq!(place.array.as_deref(), Some("A"));
    assert_eq!(place.index.as_deref(), Some("[1073741826]"));
}

/// Which of two arrays an access refers to is known only at run time: an address in either of them
/// is right.
#[test]
fn an_address_chosen_between_two_arrays_may_lie_in_each() {
    let ptx = kernel(
        2,
        "mov.u32 %r1, %tid.x;\nsetp.eq.u32 %q1, %r1, 0;\nselp.b64 %d1, %p0, %p1, %q1;\nst.global.u32 [%d1], %r1;",
    );
    let mut memory = Memory::new();
    let a = memory.allocate("A", 4, Initial::Uninitialised);
    let b = memory.allocate("B", 4, Initial::Uninitialised);
    let report = run(&ptx, "k", [1; 3], [2, 1, 1], pointers(&[a, b]), &mut memory);
    assert_eq!(report.findings, vec![]);
    assert_eq!((memory.read_u32(a), memory.read_u32(b)), (vec![0], vec![1]));
}

#[test]
fn divergent_lanes_meet_again_and_loops_of_different_length_end() {
    // r9 = sum of 0..lane, then 1000 added on even lanes.
    let body = "mov.u32 %r9, 0;\nmov.u32 %r1, 0;\n\
        L0: setp.ge.u32 %q1, %r1, %r40;\n@%q1 bra L1;\nadd.u32 %r9, %r9, %r1;\nadd.u32 %r1, %r1, 1;\nbra.uni L0;\n\
        L1: and.b32 %r2, %r40, 1;\nsetp.ne.u32 %q2, %r2, 0;\n@%q2 bra L2;\nadd.u32 %r9, %r9, 1000;\n\
        L2: activemask.b32 %r3;\nsetp.ne.u32 %q3, %r3, -1;\n@%q3 mov.u32 %r9, 7;";
    let result = lanes_u32(&[], body);
    for lane in 0..32 {
        let sum: u32 = (0..lane).sum();
        assert_eq!(
            result[lane as usize],
            sum + if lane % 2 == 0 { 1000 } else { 0 }
        );
    }
}

#[test]
fn lanes_meet_at_a_collective_in_front_of_the_end_of_their_branch() {
    // Four lanes jump over J under a condition that holds nowhere, so that the branch ends at END.
    let body = "setp.lt.u32 %q1, %r40, 4;\nsetp.gt.u32 %q2, %r40, 99;\nmov.u32 %r9, %r40;\n\
        @%q1 bra A;\nbra.uni J;\n\
        A: add.u32 %r9, %r9, 100;\n@%q2 bra END;\n\
        J: bar.warp.sync -1;\nshfl.sync.bfly.b32 %r9, %r9, 16, 31, -1;\n\
        END: add.u32 %r9, %r9, 0;";
    let own = |lane: u32| lane + if lane < 4 { 100 } else { 0 };
    let expected: Vec<u32> = (0..32).map(|lane| own(lane ^ 16)).collect();
    assert_eq!(lanes_u32(&[], body).to_vec(), expected);
}

#[test]
fn functions_are_called_with_arguments_in_parameters_and_registers() {
    let ptx = ".version 8.7\n.target sm_90a\n.address_size 64\n\
        .func (.param .b32 out) square(.param .b32 in, .param .align 8 .b8 pair[8])\n{\n.reg .b32 %r<5>;\n.reg .pred %p;\n\
        ld.param.b32 %r1, [in];\nld.param.b32 %r2, [pair+4];\nmad.lo.s32 %r3, %r1, %r1, %r2;\n\
        setp.gt.s32 %p, %r3, 100;\n@%p bra BIG;\nst.param.b32 [out], %r3;\nret;\nBIG: st.param.b32 [out], 100;\nret;\n}\n\
        .visible .entry k(.param .u64 y)\n{\n.reg .b32 %r<9>;\n.reg .b64 %d<4>;\n\
        ld.param.u64 %d1, [y];\nmov.u32 %r1, %tid.x;\n\
        {\n.param .b32 a;\n.param .align 8 .b8 b[8];\n.param .b32 c;\nst.param.b32 [a], %r1;\nst.param.v2.b32 [b], {1, 5};\n\
        call.uni (c), square, (a, b);\nld.param.b32 %r2, [c];\n}\n\
        mul.wide.u32 %d2, %r1, 4;\nadd.s64 %d3, %d1, %d2;\nst.global.u32 [%d3], %r2;\nret;\n}\n";
    let mut memory = Memory::new();
    let y = memory.allocate("Y", 64, Initial::Uninitialised);
    let report = run(ptx, "k", [1; 3], [16, 1, 1], pointers(&[y]), &mut memory);
    assert_eq!(report.findings, vec![]);
    let expected: Vec<u32> = (0..16).map(|i| (i * i + 5).min(100)).collect();
    assert_eq!(memory.read_u32(y), expected);
}

#[test]
fn wrong_launches_are_refused_with_what_was_expected() {
    let module = Module::parse(GEMM).unwrap();
    let mut memory = Memory::new();
    let a = memory.allocate("A", 4, Initial::Data(vec![0; 4]));
    let mut shape = Launch {
        grid: [1, 1, 1],
        block: [32, 16, 1],
        dynamic_shared: 0,
        arguments: pointers(&[a, a, a]),
    };
    let options = Options::default();
    let mut refuse = |shape: &Launch, kernel: &str| {
        launch(&module, kernel, shape, &mut memory, &options)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refuse(&shape, "gemm"),
        "the kernel allows 256 threads a block (`.maxntid`), found 512"
    );
    assert_eq!(
        refuse(&shape, "gem"),
        "kernel `gem` is not in this module, which has gemm"
    );
    shape.block = [16, 16, 1];
    shape.arguments.pop();
    assert_eq!(
        refuse(&shape, "gemm"),
        "kernel `gemm` takes 3 arguments (gemm_param_0, gemm_param_1, gemm_param_2), found 2"
    );
    shape.arguments.push(Argument::U32(1));
    assert_eq!(
        refuse(&shape, "gemm"),
        "parameter `gemm_param_2` of kernel `gemm` has 8 bytes, found an argument of 4 (U32(1))"
    );
    shape.arguments[2] = Argument::Pointer(a);
    shape.dynamic_shared = 230 * 1024;
    assert_eq!(
        refuse(&shape, "gemm"),
        "the block needs 237568 bytes of shared memory (235520 of them dynamic), the limit on `sm_90a` is 232448"
    );
}

#[test]
fn unknown_instructions_and_modifiers_are_errors_with_their_line() {
    let text = kernel(
        0,
        "frobnicate.b32 %r1, %r2;\nadd.rn.bogus.f32 %f1, %f2, %f3;\nwgmma.fence.sync.aligned;\nadd.s32 %r1, %d2, %r3;\nmov.u32 %r1, %r99;",
    );
    let error = Module::parse(&text).unwrap_err();
    let lines: Vec<&str> = error.message().lines().collect();
    let first = text
        .lines()
        .position(|line| line.starts_with("frob"))
        .unwrap()
        + 1;
    assert_eq!(
        lines[0],
        format!("{first}:1: unknown instruction `frobnicate.b32`")
    );
    assert_eq!(lines[1], "  frobnicate.b32 %r1, %r2;");
    assert_eq!(error.kind(), ErrorKind::Syntax);
    assert_eq!(error.line(), Some(first as u32));
    assert_eq!(error.mistakes().len(), 5);
    assert_eq!(
        lines[2],
        format!(
            "{}:1: the modifier `.bogus` of `add.rn.bogus.f32` is not emulated",
            first + 1
        )
    );
    assert_eq!(
        lines[4],
        format!("{}:1: `wgmma` is parsed but not emulated yet", first + 2)
    );
    assert_eq!(
        lines[6],
        format!(
            "{}:1: expected a register of up to 32 bits, found `%d2`, a 64-bit register",
            first + 3
        )
    );
    assert_eq!(lines[8], format!("{}:1: `%r99` is not declared", first + 4));
    assert_eq!(lines.len(), 10);
}

#[test]
fn vectors_of_every_width_are_loaded_and_stored() {
    let ptx = kernel(
        2,
        "ld.global.nc.L1::no_allocate.v4.b32 {%r1, %r2, _, %r4}, [%p0];\nst.global.v2.b32 [%p1], {%r1, %r4};\n\
         ld.global.v2.b64 {%d1, %d2}, [%p0+16];\nst.global.v2.u64 [%p1+16], {%d2, %d1};\n\
         ld.global.v4.u16 {%h1, %h2, %h3, %h4}, [%p0];\nst.global.v2.u16 [%p1+8], {%h4, %h2};\n\
         ld.global.s8 %r5, [%p0+33];\nst.global.b32 [%p1+12], %r5;\nld.global.u8 %d3, [%p0+33];\nst.global.u64 [%p1+32], %d3;",
    );
    let mut input: Vec<u8> = (0..32).collect();
    input.extend([1, 0x80, 3, 4, 5, 6, 7, 8]);
    let mut memory = Memory::new();
    let x = memory.allocate("X", 40, Initial::Data(input));
    let y = memory.allocate("Y", 40, Initial::Uninitialised);
    let report = run(&ptx, "k", [1; 3], [1; 3], pointers(&[x, y]), &mut memory);
    assert_eq!(report.findings, vec![]);
    let mut expected = vec![
        0, 1, 2, 3, 12, 13, 14, 15, 6, 7, 2, 3, 0x80, 0xff, 0xff, 0xff,
    ];
    expected.extend(24..32);
    expected.extend(16..24);
    expected.extend([0x80, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(memory.read(y), expected);
}

#[test]
fn local_and_dynamic_shared_memory_are_addressed_directly_and_generically() {
    let ptx = ".version 8.7\n.target sm_90a\n.address_size 64\n.extern .shared .align 16 .b8 smem[];\n\
        .visible .entry k(.param .u64 y)\n{\n.local .align 8 .b8 depot[16];\n.reg .b64 %SP, %SPL;\n.reg .b32 %r<9>;\n.reg .b64 %d<9>;\n\
        mov.b64 %SPL, depot;\ncvta.local.u64 %SP, %SPL;\nld.param.u64 %d1, [y];\nmov.u32 %r1, %tid.x;\n\
        st.local.u32 [%SPL+8], %r1;\nld.u32 %r2, [%SP+8];\nmul.lo.u32 %r2, %r2, 3;\n\
        mul.wide.u32 %d2, %r1, 4;\nmov.b64 %d3, smem;\nadd.s64 %d4, %d3, %d2;\nst.shared.u32 [%d4], %r2;\n\
        bar.sync 0;\nxor.b32 %r3, %r1, 33;\nmul.wide.u32 %d5, %r3, 4;\nadd.s64 %d5, %d5, %d3;\ncvta.shared.u64 %d6, %d5;\nld.u32 %r4, [%d6];\n\
        add.s64 %d7, %d1, %d2;\nst.u32 [%d7], %r4;\nret;\n}\n";
    let module = Module::parse(ptx).unwrap();
    let mut memory = Memory::new();
    let y = memory.allocate("Y", 256, Initial::Uninitialised);
    let shape = Launch {
        grid: [1, 1, 1],
        block: [64, 1, 1],
        dynamic_shared: 256,
        arguments: pointers(&[y]),
    };
    let report = launch(&module, "k", &shape, &mut memory, &Options::default()).unwrap();
    assert_eq!(report.findings, vec![]);
    let expected: Vec<u32> = (0..64).map(|i| (i ^ 33) * 3).collect();
    assert_eq!(memory.read_u32(y), expected);
}
