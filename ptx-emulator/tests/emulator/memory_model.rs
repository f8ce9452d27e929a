//! Litmus tests of the memory model of PTX: what two or four threads may see of each other.
//!
//! Each runs with its threads in warps of one block and in blocks of their own, in many orders. The
//! emulator runs one interleaving of the instructions, so it shows outcomes that the model allows,
//! and never one that it forbids; where the model promises nothing to weak accesses, the sanitizer
//! reports the race. The names are those of the literature.

use std::collections::BTreeSet;

use ptx_emulator::{FindingKind, Initial, Launch, Memory, Module, Options, launch};

use crate::support::*;

/// The code of each thread, on words `[%p0]` (x) and `[%p0+128]` (y); what it read is in `%r1` and
/// `%r2`.
struct Litmus<'a> {
    threads: &'a [&'a str],
    blocks: bool,
}

/// What all threads read, one pair each; and the kinds of findings.
type Outcome = (Vec<[u32; 2]>, BTreeSet<FindingKind>);

impl Litmus<'_> {
    fn text(&self) -> String {
        let role = if self.blocks { "%ctaid.x" } else { "%warpid" };
        let mut body = format!(
            "mov.u32 %r10, {role};\nmov.u32 %r11, %laneid;\nmov.u32 %r1, 0;\nmov.u32 %r2, 0;\n\
             setp.ne.u32 %q1, %r11, 0;\n@%q1 bra END;\n"
        );
        for (number, code) in self.threads.iter().enumerate() {
            body += &format!("setp.eq.u32 %q2, %r10, {number};\n@%q2 bra T{number};\n");
            let _ = code;
        }
        body += "bra END;\n";
        for (number, code) in self.threads.iter().enumerate() {
            body += &format!("T{number}:\n{code}\nbra OUT;\n");
        }
        body += "OUT:\nmul.wide.u32 %d1, %r10, 8;\nadd.s64 %d2, %p1, %d1;\n\
                 st.global.v2.u32 [%d2], {%r1, %r2};\nEND:";
        kernel(2, &body)
    }

    fn run(&self, seed: Option<u64>) -> Outcome {
        let mut memory = Memory::new();
        let count = self.threads.len() as u32;
        let words = memory.allocate("words", 256, Initial::Data(vec![0; 256]));
        let out = memory.allocate("out", count as usize * 8, Initial::Uninitialised);
        let module = Module::parse(&self.text()).unwrap_or_else(|error| panic!("{error}"));
        let (grid, block) = if self.blocks {
            ([count, 1, 1], [32, 1, 1])
        } else {
            ([1; 3], [32 * count, 1, 1])
        };
        let shape = Launch {
            grid,
            block,
            dynamic_shared: 0,
            arguments: pointers(&[words, out]),
        };
        let options = Options {
            seed,
            ..Options::default()
        };
        let report = launch(&module, "k", &shape, &mut memory, &options).unwrap();
        let read = memory.read_u32(out);
        let kinds = report.findings.iter().map(|finding| finding.kind).collect();
        (
            read.chunks(2).map(|pair| [pair[0], pair[1]]).collect(),
            kinds,
        )
    }
}

/// Runs a test in blocks and in warps, in many orders; checks that no forbidden outcome is seen,
/// and whether there is a race. Returns the outcomes.
fn litmus(
    threads: &[&str],
    races: bool,
    forbidden: impl Fn(&[[u32; 2]]) -> bool,
) -> BTreeSet<Vec<[u32; 2]>> {
    let mut seen = BTreeSet::new();
    for blocks in [false, true] {
        let mut found = BTreeSet::new();
        for seed in std::iter::once(None).chain((0..40).map(Some)) {
            let (read, kinds) = Litmus { threads, blocks }.run(seed);
            assert!(
                !forbidden(&read),
                "{read:?} (blocks {blocks}, seed {seed:?})"
            );
            seen.insert(read);
            found.extend(kinds);
        }
        let due = if races {
            vec![FindingKind::GlobalRace]
        } else {
            vec![]
        };
        assert_eq!(
            found.into_iter().collect::<Vec<_>>(),
            due,
            "blocks {blocks}: {threads:?}"
        );
    }
    seen
}

const X: &str = "[%p0]";
const Y: &str = "[%p0+128]";

/// Message passing: who sees the flag sees the message.
#[test]
fn mp() {
    let wait = |load: &str, fence: &str| {
        format!(
            "L:\n{load} %r1, {Y};\nsetp.eq.u32 %q3, %r1, 0;\n@%q3 bra L;\n{fence}\nld.global.u32 %r2, {X};"
        )
    };
    let send =
        |fence: &str, store: &str| format!("st.global.u32 {X}, 1;\n{fence}\n{store} {Y}, 1;");
    let stale = |read: &[[u32; 2]]| read[1] != [1, 1];
    let fence = "fence.acq_rel.gpu;";
    let releases = [
        send("", "st.release.gpu.global.u32"),
        send(fence, "st.relaxed.gpu.global.u32"),
        send("membar.gl;", "st.volatile.global.u32"),
        send("", "red.release.gpu.global.add.u32"),
        send(fence, "red.global.add.u32"),
    ];
    let acquires = [
        wait("ld.acquire.gpu.global.u32", ""),
        wait("ld.relaxed.gpu.global.u32", fence),
        wait("ld.volatile.global.u32", "fence.sc.sys;"),
    ];
    for release in &releases {
        for acquire in &acquires {
            litmus(&[release, acquire], false, stale);
        }
    }
    // Without one of the two sides nothing orders the message.
    let relaxed = send("", "st.relaxed.gpu.global.u32");
    litmus(&[&relaxed, &acquires[0]], true, |_| false);
    let relaxed = wait("ld.relaxed.gpu.global.u32", "");
    litmus(&[&releases[0], &relaxed], true, |_| false);
    // Weak accesses of the flag are races themselves.
    litmus(&[&send(fence, "st.global.u32"), &acquires[0]], true, |_| {
        false
    });
}

/// A release of the block is heard in the block, and is no release for another one.
#[test]
fn mp_with_scopes() {
    let threads = [
        format!("st.global.u32 {X}, 1;\nst.release.cta.global.u32 {Y}, 1;"),
        format!(
            "L:\nld.acquire.cta.global.u32 %r1, {Y};\nsetp.eq.u32 %q3, %r1, 0;\n@%q3 bra L;\nld.global.u32 %r2, {X};"
        ),
    ];
    let threads = [&*threads[0], &*threads[1]];
    for seed in [None, Some(3), Some(4)] {
        let inside = Litmus {
            threads: &threads,
            blocks: false,
        }
        .run(seed);
        assert_eq!(inside, (vec![[0, 0], [1, 1]], BTreeSet::new()));
        let across = Litmus {
            threads: &threads,
            blocks: true,
        }
        .run(seed);
        assert_eq!(across.1, BTreeSet::from([FindingKind::GlobalRace]));
    }
}

/// Store buffering: with fences of one order at least one thread sees the other's store.
#[test]
fn sb() {
    let thread = |mine: &str, other: &str, fence: &str| {
        format!(
            "st.relaxed.gpu.global.u32 {mine}, 1;\n{fence}\nld.relaxed.gpu.global.u32 %r1, {other};"
        )
    };
    let threads = ["fence.sc.gpu;", ""].map(|fence| [thread(X, Y, fence), thread(Y, X, fence)]);
    let neither = |read: &[[u32; 2]]| read[0][0] == 0 && read[1][0] == 0;
    let [fenced, relaxed] = &threads;
    let seen = litmus(&[&fenced[0], &fenced[1]], false, neither);
    assert!(seen.len() > 1, "{seen:?}");
    // Relaxed accesses may see neither on a GPU; one interleaving never shows it.
    litmus(&[&relaxed[0], &relaxed[1]], false, neither);
}

/// Load buffering: no value comes out of thin air.
#[test]
fn lb() {
    let thread = |mine: &str, other: &str| {
        format!("ld.relaxed.gpu.global.u32 %r1, {mine};\nst.relaxed.gpu.global.u32 {other}, %r1;")
    };
    litmus(&[&thread(X, Y), &thread(Y, X)], false, |read| {
        read.iter().any(|pair| pair[0] != 0)
    });
    let thread = |mine: &str, other: &str| {
        format!("ld.acquire.gpu.global.u32 %r1, {mine};\nst.release.gpu.global.u32 {other}, 1;")
    };
    let both = |read: &[[u32; 2]]| read[0][0] == 1 && read[1][0] == 1;
    litmus(&[&thread(X, Y), &thread(Y, X)], false, both);
}

/// Independent reads of independent writes: with fences of one order the readers agree.
#[test]
fn iriw() {
    let write = |word: &str| format!("st.relaxed.gpu.global.u32 {word}, 1;");
    let read = |first: &str, second: &str| {
        format!(
            "ld.relaxed.gpu.global.u32 %r1, {first};\nfence.sc.gpu;\nld.relaxed.gpu.global.u32 %r2, {second};"
        )
    };
    let threads = [write(X), write(Y), read(X, Y), read(Y, X)];
    let threads: Vec<&str> = threads.iter().map(|thread| &**thread).collect();
    let seen = litmus(&threads, false, |read| {
        read[2] == [1, 0] && read[3] == [1, 0]
    });
    assert!(seen.len() > 3, "{seen:?}");
}

/// Coherence of two reads of one word: the second never sees an older value.
#[test]
fn corr() {
    let write = format!("st.relaxed.gpu.global.u32 {X}, 1;\nst.relaxed.gpu.global.u32 {X}, 2;");
    let read = format!("ld.relaxed.gpu.global.u32 %r1, {X};\nld.relaxed.gpu.global.u32 %r2, {X};");
    let older = |read: &[[u32; 2]]| read[1][0] > read[1][1];
    let seen = litmus(&[&write, &read], false, older);
    assert!(seen.len() > 1, "{seen:?}");
    litmus(&[&write.replace(".relaxed.gpu", ""), &read], true, older);
}

/// A strong access of another size is not the same word.
#[test]
fn strong_accesses_of_two_sizes_race() {
    let wide = format!("mov.b64 %d9, 1;\nst.relaxed.gpu.global.b64 {X}, %d9;");
    let narrow = format!("ld.relaxed.gpu.global.u32 %r1, {X};");
    litmus(&[&wide, &narrow], true, |_| false);
}

/// Fences of one order are themselves ordered: who fences later knows what was before.
#[test]
fn fences_of_one_order_synchronise() {
    let writer = format!("st.global.u32 {X}, 5;\nfence.sc.gpu;\nst.relaxed.gpu.global.u32 {Y}, 1;");
    let reader = format!(
        "ld.relaxed.gpu.global.u32 %r1, {Y};\nfence.sc.gpu;\nsetp.eq.u32 %q3, %r1, 0;\n@%q3 bra OUT;\nld.global.u32 %r2, {X};"
    );
    litmus(&[&writer, &reader], false, |read| {
        read[1][0] == 1 && read[1][1] != 5
    });
}

/// A barrier of all blocks: each waits for the others.
#[test]
fn blocks_wait_for_each_other() {
    let body = "mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %tid.x;\nmov.u32 %r3, %nctaid.x;\n\
        mul.wide.u32 %d1, %r1, 4;\nadd.s64 %d2, %p1, %d1;\nsetp.ne.u32 %q1, %r2, 0;\n\
        @%q1 bra WAIT;\nst.global.u32 [%d2], %r1;\nfence.acq_rel.gpu;\n\
        atom.relaxed.gpu.global.add.u32 %r4, [%p0], 1;\n\
        L: ld.relaxed.gpu.global.u32 %r4, [%p0];\nsetp.lt.u32 %q2, %r4, %r3;\n@%q2 bra L;\n\
        fence.acq_rel.gpu;\nWAIT: bar.sync 0;\nxor.b32 %r5, %r1, 1;\nmul.wide.u32 %d3, %r5, 4;\n\
        add.s64 %d4, %p1, %d3;\nld.global.u32 %r6, [%d4];\nadd.s64 %d5, %p2, %d1;\n\
        @%q1 bra END;\nst.global.u32 [%d5], %r6;\nEND:";
    let run_it = |body: &str, seed| {
        let mut memory = Memory::new();
        let counter = memory.allocate("counter", 4, Initial::Data(vec![0; 4]));
        let values = memory.allocate("values", 400, Initial::Uninitialised);
        let out = memory.allocate("out", 400, Initial::Uninitialised);
        let module = Module::parse(&kernel(3, body)).unwrap();
        let shape = Launch {
            grid: [100, 1, 1],
            block: [64, 1, 1],
            dynamic_shared: 0,
            arguments: pointers(&[counter, values, out]),
        };
        let options = Options {
            seed,
            budget: 100_000,
            ..Options::default()
        };
        let report = launch(&module, "k", &shape, &mut memory, &options).unwrap();
        let kinds: BTreeSet<FindingKind> = report.findings.iter().map(|one| one.kind).collect();
        (kinds, memory.read_u32(out))
    };
    for seed in [None, Some(1), Some(2)] {
        let (kinds, out) = run_it(body, seed);
        assert_eq!(kinds, BTreeSet::new());
        assert_eq!(out, (0..100).map(|block| block ^ 1).collect::<Vec<u32>>());
        let (kinds, _) = run_it(&body.replacen("fence.acq_rel.gpu;", "", 1), seed);
        assert!(kinds.contains(&FindingKind::GlobalRace), "{kinds:?}");
    }
    // One that never comes is an endless loop.
    let (kinds, _) = run_it(&body.replace("setp.lt.u32 %q2", "setp.le.u32 %q2"), None);
    assert!(kinds.contains(&FindingKind::InfiniteLoop), "{kinds:?}");
}
