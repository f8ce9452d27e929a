//! Small kernels that were wrong or refused once, one of each kind; each is run in several orders.

use ptx_emulator::{
    ArrayId, FindingKind, Initial, Launch, Memory, Module, Options, Report, launch,
};

use crate::support::*;

const SEEDS: [Option<u64>; 4] = [None, Some(1), Some(7), Some(42)];

/// Runs a kernel on two arrays, with a thread for each word of the second, in one order.
fn run_case(text: &str, arrays: [Vec<u32>; 2], seed: Option<u64>) -> (Report, [Vec<u32>; 2]) {
    let mut memory = Memory::new();
    let threads = arrays[1].len() as u32;
    let ids: [ArrayId; 2] = arrays
        .map(|words| memory.allocate("a", words.len() * 4, Initial::Data(bytes_of_u32(&words))));
    let module = Module::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let shape = Launch {
        grid: [1; 3],
        block: [threads, 1, 1],
        dynamic_shared: 0,
        arguments: pointers(&ids),
    };
    let options = Options {
        seed,
        ..Options::default()
    };
    let report = launch(&module, "k", &shape, &mut memory, &options).unwrap();
    (report, ids.map(|id| memory.read_u32(id)))
}

/// What is in the second array after a run without findings.
fn clean(text: &str, input: Vec<u32>, check: impl Fn([Vec<u32>; 2])) {
    for seed in SEEDS {
        let (report, arrays) = run_case(text, [input.clone(), vec![0; 64]], seed);
        let findings: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
        assert_eq!(findings, Vec::<String>::new(), "seed {seed:?}");
        check(arrays);
    }
}

fn count_up() -> Vec<u32> {
    (0..64).collect()
}

#[test]
fn the_carry_of_a_subtraction_is_the_opposite_of_a_borrow() {
    let text = include_str!("../cases/carry-after-subtraction.ptx");
    let input = (0..64).map(|thread| 968 + thread).collect();
    clean(text, input, |[_, y]| {
        assert_eq!(
            y,
            (0..64)
                .map(|thread| u32::from(thread >= 32))
                .collect::<Vec<_>>()
        );
    });
}

#[test]
fn lanes_name_their_own_groups() {
    let text = include_str!("../cases/groups-own-masks-shfl.ptx");
    clean(text, count_up(), |[_, y]| {
        assert_eq!(y, (0..64).map(|thread| thread ^ 3).collect::<Vec<_>>());
    });
    // A group whose mask names a lane of another group is refused.
    let wrong = text.replace("mov.u32 %m,255", "mov.u32 %m,511");
    let (report, _) = run_case(&wrong, [count_up(), vec![0; 64]], None);
    assert_eq!(report.findings[0].kind, FindingKind::DivergentCollective);
}

#[test]
fn a_relaxed_load_beside_an_atomic_is_no_race() {
    let text = include_str!("../cases/relaxed-load-beside-atomic.ptx");
    clean(text, vec![0; 64], |[x, y]| {
        assert_eq!(x[0], 64);
        assert!(y.iter().all(|seen| *seen < 64));
    });
    // A plain load is one, and so is an atomic for the block beside one of another block.
    let plain = text.replace("ld.relaxed.gpu.global", "ld.global");
    let (report, _) = run_case(&plain, [vec![0; 64], vec![0; 64]], None);
    assert_eq!(report.findings[0].kind, FindingKind::GlobalRace);
}

#[test]
fn a_lock_orders_the_warps_of_a_block() {
    let text = include_str!("../cases/lock-in-a-block.ptx");
    clean(text, vec![0; 64], |[x, y]| assert_eq!((x[0], y[0]), (0, 2)));
    for (strong, weak) in [
        ("atom.acquire.gpu", "atom.relaxed.gpu"),
        ("atom.release", "atom.relaxed"),
    ] {
        let wrong = text.replace(strong, weak);
        let (report, _) = run_case(&wrong, [vec![0; 64], vec![0; 64]], None);
        assert_eq!(report.findings[0].kind, FindingKind::GlobalRace, "{weak}");
    }
}

#[test]
fn every_lane_may_take_a_lock() {
    let text =
        include_str!("../cases/lock-in-a-block.ptx").replace("and.b32 %v,%t,31", "mov.u32 %v,0");
    clean(&text, vec![0; 64], |[x, y]| {
        assert_eq!((x[0], y[0]), (0, 64))
    });
}

#[test]
fn copies_that_arrive_at_a_barrier_in_memory_are_ordered_by_it() {
    let text = include_str!("../cases/cp-async-arrives-on-mbarrier.ptx");
    clean(text, count_up(), |[_, y]| {
        assert_eq!(y, (0..64).map(|thread| thread ^ 63).collect::<Vec<_>>());
    });
    let wrong = text.replace("cp.async.mbarrier.arrive.shared.b64 [%m];", "");
    let (report, _) = run_case(&wrong, [count_up(), vec![0; 64]], None);
    let kinds: Vec<FindingKind> = report.findings.iter().map(|finding| finding.kind).collect();
    assert!(kinds.contains(&FindingKind::MissingAsyncWait), "{kinds:?}");
}

#[test]
fn a_matrix_store_of_one_value_twice_is_no_race() {
    let text = include_str!("../cases/stmatrix-same-value-twice.ptx");
    let checked = |text: &str| run_case(text, [vec![0; 64], vec![0; 32]], None);
    let (report, [_, y]) = checked(text);
    assert_eq!(report.findings, vec![]);
    assert_eq!(y, [7; 32]);
    let wrong = text.replace("{%v,%v,%v,%v}", "{%v,%t,%v,%v}");
    assert_eq!(checked(&wrong).0.findings[0].kind, FindingKind::SharedRace);
}

#[test]
fn a_plain_load_that_a_swap_confirms_is_no_race() {
    let text = include_str!("../cases/plain-load-and-cas-loop.ptx");
    clean(text, vec![0; 64], |[x, y]| {
        assert_eq!(x[0], 3 * 64);
        assert_eq!(y, [1; 64]);
    });
    // The value is stored before the swap confirms it, or decides whether there is one, or the swap
    // is of another word.
    let wrong = [
        (
            "L: add.u32 %w,%v,3;",
            "st.global.u32 [%y+0],%v;\nL: add.u32 %w,%v,3;",
        ),
        (
            "L: add.u32",
            "setp.gt.u32 %p2,%v,5; @%p2 bra E;\nL: add.u32",
        ),
        (
            "ld.global.u32 %v,[%x]",
            "ld.global.u32 %v,[%x]; st.global.u32 [%x+4],%v; ld.global.u32 %v,[%x+4]",
        ),
    ];
    for (from, to) in wrong {
        let wrong = text.replace(from, to).replace(" ret;", "E: ret;");
        let (report, _) = run_case(&wrong, [vec![0; 64], vec![0; 64]], None);
        assert_eq!(report.findings[0].kind, FindingKind::GlobalRace, "{to}");
    }
}

#[test]
fn a_mask_of_used_bytes_may_be_decimal() {
    let text = include_str!("../cases/pragma-decimal-mask.ptx");
    clean(text, (0..128).collect(), |[_, y]| {
        assert_eq!(y, (0..64).map(|thread| 2 * thread).collect::<Vec<_>>());
    });
}
