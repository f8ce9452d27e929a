//! Faults that a generator could have, planted in the text of the loops that ours makes: each is
//! found, by what it breaks.

use tc_pass_host::{Module, PipelineFailure};

/// A product on a GPU with a ring of two tiles in shared memory.
const RING: &str = include_str!("tests/ring.mlir");
/// A product on a CPU with vectors, an unrolled loop, and an array of each parallel iteration.
const LANES: &str = include_str!("tests/lanes.mlir");

/// Elements on a digit of the number of a thread.
const DIGITS: &str = include_str!("tests/digits.mlir");

/// A sum whose parts the last block of a group adds up.
const LAST: &str = include_str!("tests/last.mlir");

/// Runs a pipeline; the printed module, or the first error.
fn run(text: &str, pipeline: &str) -> Result<String, String> {
    let context = tc_pass_host::new_context(crate::register);
    let mut module =
        Module::parse(&context, text).unwrap_or_else(|| panic!("does not parse: {text}"));
    match tc_pass_host::run_pipeline(&context, &mut module, pipeline, None) {
        Ok(_) => Ok(module.as_operation().to_string()),
        Err(PipelineFailure::Failed { diagnostics }) => {
            let first = &diagnostics[0];
            let label = first.primary.as_ref().map(|label| label.text.clone());
            Err(format!(
                "{} {}",
                first.headline(),
                label.unwrap_or_default()
            ))
        }
        Err(other) => panic!("{other}"),
    }
}

/// The loops of a tree, with the tree beside them.
fn loops(tree: &str, pass: &str) -> String {
    run(tree, &format!("{pass}{{origin=true}}")).unwrap_or_else(|error| panic!("{error}"))
}

/// A fault of the generator.
struct Fault {
    what: &'static str,
    /// What stands for what, once each.
    changes: Vec<(String, String)>,
    /// A part of the message.
    found: &'static str,
}

fn fault(what: &'static str, changes: &[(&str, &str)], found: &'static str) -> Fault {
    let changes = changes.iter();
    Fault {
        what,
        changes: changes
            .map(|(from, to)| ((*from).to_owned(), (*to).to_owned()))
            .collect(),
        found,
    }
}

/// So many lines of a text, from the first that has a word.
fn lines<'t>(text: &'t str, word: &str, count: usize) -> &'t str {
    let at = text
        .find(word)
        .unwrap_or_else(|| panic!("no {word} in {text}"));
    let begin = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let mut ends = text[begin..]
        .match_indices('\n')
        .map(|(end, _)| begin + end + 1);
    &text[begin..ends.nth(count - 1).unwrap_or(text.len())]
}

/// Checks that the loops are accepted, and that each fault is found.
fn check(loops: &str, faults: Vec<Fault>) {
    run(loops, "loops-verify").unwrap_or_else(|error| panic!("{error}\n{loops}"));
    for Fault {
        what,
        changes,
        found,
    } in faults
    {
        let mut planted = loops.to_owned();
        for (from, to) in &changes {
            assert!(planted.contains(from), "{what}: no {from} in\n{loops}");
            planted = planted.replacen(from.as_str(), to, 1);
        }
        match run(&planted, "loops-verify") {
            Ok(_) => panic!("not found: {what}\n{planted}"),
            Err(message) => assert!(message.contains(found), "{what}: {message}"),
        }
    }
}

#[test]
fn what_is_left_is_what_the_generator_makes_alone() {
    for (tree, pass) in [(RING, "schedule-to-gpu"), (LANES, "schedule-to-cpu")] {
        let proved = run(&loops(tree, pass), "loops-verify").expect("accepted loops");
        assert_eq!(proved, run(tree, pass).expect("a legal tree"));
    }
}

#[test]
fn faults_in_digits_are_found() {
    let loops = loops(DIGITS, "schedule-to-gpu");
    let always = ("arith.cmpi eq, %0, %c0", "arith.cmpi eq, %c0, %c0");
    let each = "%thread_id_x";
    check(
        &loops,
        vec![
            fault(
                "a part of the number that is not looked at",
                &[always],
                "runs on another thread along x than the tree says",
            ),
            // The whole number is the coordinate, and the digit is not the whole number.
            fault(
                "the number in place of its digit",
                &[
                    always,
                    ("= %1 to %c8 step %c2", "= %c0 to %c2 step %c2"),
                    ("@S(%arg2) at(%arg2)", &format!("@S({each}) at({each})")),
                    ("%arg0[%arg2]", &format!("%arg0[{each}]")),
                    ("%arg1[%arg2]", &format!("%arg1[{each}]")),
                ],
                "runs on another thread along x than the tree says",
            ),
        ],
    );
}

#[test]
fn faults_in_loops_and_bodies_of_kernels_are_found() {
    let loops = loops(RING, "schedule-to-gpu");
    let body = lines(&loops, "schedule.instance @T(", 11);
    let again = (15..24).rev().fold(body.to_owned(), |text, number| {
        text.replace(&format!("%{number}"), &format!("%{}", number + 100))
    });
    check(
        &loops,
        vec![
            fault(
                "an end one too large",
                &[("constant 20 : index", "constant 21 : index")],
                "the loops run T[0, 0, 20], which the tree does not run here",
            ),
            fault(
                "a begin one too large",
                &[("scf.for %arg5 = %c0 to %13", "scf.for %arg5 = %c1 to %13")],
                "T[0, 0, 0] is in the tree, and the loops do not run it",
            ),
            fault(
                "a dropped condition",
                &[("arith.cmpi sle, %9, %c19", "arith.cmpi sle, %9, %9")],
                "the loops run A_in[0, 0, 2, 0, 20], which the tree does not run here",
            ),
            fault(
                "a wrong subscript",
                &[(
                    "%arg3[%18, %thread_id_y, %arg5]",
                    "%arg3[%18, %thread_id_x, %arg5]",
                )],
                "subscript 1 of this load is not that of T[0, 1, 0]",
            ),
            fault(
                "a body of another statement",
                &[("constant 0.000000e+00", "constant 1.000000e+00")],
                "expected other attributes of `arith.constant`",
            ),
            fault(
                "another operation",
                &[("arith.addf %22, %21", "arith.subf %22, %21")],
                "expected `arith.addf` of @T, found `memref.store`",
            ),
            fault(
                "a doubled body",
                &[(body, &format!("{body}{again}"))],
                "are the same execution of the tree, which the loops run twice",
            ),
        ],
    );
}

#[test]
fn faults_of_copies_and_barriers_are_found() {
    let loops = loops(RING, "schedule-to-gpu");
    let barrier = lines(&loops, "schedule.instance @sync1", 2);
    let first_barrier = lines(&loops, "schedule.instance @sync0", 2);
    let copy = lines(&loops, "scf.if %10", 6);
    let condition = lines(&loops, "%10 = arith.cmpi", 1);
    let of_some_threads = format!("scf.if %10 {{\n{barrier}}}\n");
    let weak = "schedule.warp_barrier";
    check(
        &loops,
        vec![
            fault(
                "a wrong ring number of a copy",
                &[("arith.remui %arg4, %c2", "arith.remui %c0, %c2")],
                "subscript 0 of this store is not that of A_in[0, 0, 1, 0, 8]",
            ),
            fault(
                "a wrong ring number of a read",
                &[(
                    "%18 = arith.subi %arg4, %17",
                    "%18 = arith.remui %arg5, %c2",
                )],
                "subscript 0 of this load is not that of T[0, 0, 1]",
            ),
            fault(
                "a missing barrier",
                &[(barrier, "")],
                "sync1[] in iteration [0, 0, 0] is in the tree, and the loops do not run it",
            ),
            fault(
                "a weaker barrier",
                &[("gpu.barrier", weak)],
                "expected `gpu.barrier` of @sync0, found `schedule.warp_barrier`",
            ),
            fault(
                "a barrier that some threads reach",
                &[(barrier, &of_some_threads)],
                "some threads of a block reach this barrier, and others do not",
            ),
            fault(
                "a copy behind its barrier",
                &[
                    (first_barrier, ""),
                    (condition, &format!("{first_barrier}{condition}")),
                ],
                "sync0[] and A_in[0, 0, 0, 0, 0] run in this order in the loops, in the other order in the tree",
            ),
            fault(
                "a missing copy",
                &[(copy, "")],
                "A_in[0, 0, 0, 0, 0] in iteration [0, 0, 0, 0, 0] is in the tree, and the loops do not run it",
            ),
        ],
    );
}

#[test]
fn faults_of_launches_and_threads_are_found() {
    let loops = loops(RING, "schedule-to-gpu");
    let (y, x) = ("gpu.thread_id  y", "gpu.thread_id  x");
    let turned = [
        (y, "THREAD"),
        (x, y),
        (y, "LATER"),
        (x, y),
        ("LATER", x),
        ("THREAD", x),
    ];
    check(
        &loops,
        vec![
            fault(
                "statements on other threads",
                &turned,
                "subscript 0 of this store is not that of S[0, 0]",
            ),
            fault(
                "a wrong stride of blocks",
                &[
                    (
                        "%2 = arith.muli %c8_0, %block_id_x_3",
                        "%2 = arith.muli %c0, %block_id_x_3",
                    ),
                    (
                        "%6 = arith.muli %c8, %block_id_x",
                        "%6 = arith.muli %c0, %block_id_x",
                    ),
                ],
                "loop 1 of the tree has another value for S[0, 0]",
            ),
            fault(
                "a smaller grid than the kernel says",
                &[("blocks in (%c2, %c2", "blocks in (%c1, %c2")],
                "the kernel is launched with another `known_grid_size` than it states",
            ),
            fault(
                "a smaller grid",
                &[
                    ("blocks in (%c2, %c2", "blocks in (%c1, %c2"),
                    ("i32: 2, 2, 1>", "i32: 1, 2, 1>"),
                ],
                "S[0, 8] is in the tree, and the loops do not run it",
            ),
            fault(
                "a wrong claim on elements of threads",
                &[("%arg1[%15, %7] :", "%arg1[%15, %7] {tc.thread_private} :")],
                "two threads of a block access one element of `B`",
            ),
            fault(
                "a store to what is said to be read only",
                &[(
                    "llvm.noalias}) workgroup",
                    "llvm.noalias, llvm.readonly}) workgroup",
                )],
                "a store to an argument that the kernel says to read only",
            ),
        ],
    );
}

#[test]
fn faults_in_loops_of_a_cpu_are_found() {
    let loops = loops(LANES, "schedule-to-cpu");
    let reversed = "scf.for %back = %c0 to %c20 step %c1 {\n%c19 = arith.constant 19 : index\n%arg4 = arith.subi %c19, %back : index\n";
    let lanes = "} {tc.vector = \"independent\"}\n      }\n";
    let second = lines(&loops, "schedule.instance @W(%6)", 7);
    check(
        &loops,
        vec![
            fault(
                "too few parallel iterations",
                &[("(%c0) to (%c3)", "(%c0) to (%c2)")],
                "Z[16] is in the tree, and the loops do not run it",
            ),
            fault(
                "a vector of the wrong width",
                &[("scf.for %arg4 = %c0 to %c8", "scf.for %arg4 = %c0 to %c7")],
                "Z[7] is in the tree, and the loops do not run it",
            ),
            fault(
                "lanes of a loop that is none of a vector",
                &[(lanes, "}\n      } {tc.vector = \"independent\"}\n")],
                "lanes of the kind `independent` are no such loop of the tree",
            ),
            fault(
                "lanes of another kind",
                &[("\"independent\"", "\"reduce\"")],
                "lanes of the kind `reduce` are no such loop of the tree",
            ),
            fault(
                "a parallel loop that is none in the tree",
                &[("(parallel coincident", "(coincident")],
                "iterations of a parallel loop that the tree orders",
            ),
            fault(
                "a loop in the other order",
                &[("scf.for %arg4 = %c0 to %c20 step %c1 {\n", reversed)],
                "T[0, 1] and T[0, 0] run in this order in the loops, in the other order in the tree",
            ),
            fault(
                "memory of all iterations",
                &[("%cst, %alloca_5[", "%cst, %alloca[")],
                "the loops access memory of another iteration, or of no iteration",
            ),
            fault(
                "another index as a value",
                &[("arith.index_cast %1 :", "arith.index_cast %arg3 :")],
                "operand 0 is not the index of W[8]",
            ),
            fault(
                "a lost copy of an unrolled body",
                &[(second, "")],
                "W[1] is in the tree",
            ),
            fault(
                "more fast-math flags",
                &[("fastmath<reassoc,contract>", "fastmath<fast>")],
                "expected other attributes of `arith.addf`",
            ),
            fault(
                "an effect outside of the bodies",
                &[(
                    "scf.reduce",
                    "memref.copy %arg1, %arg1 : memref<20xf32> to memref<20xf32>\n scf.reduce",
                )],
                "undecided: `memref.copy` outside of the body of a statement",
            ),
        ],
    );
}

#[test]
fn faults_of_what_the_last_block_runs_are_found() {
    let loops = loops(LAST, "schedule-to-gpu");
    let arrive = "schedule.arrive %arg3[%5] of 4 : memref<2xi32>";
    let none = "the tree has no groups of so many blocks that are counted at these numbers";
    check(
        &loops,
        vec![
            fault(
                "fewer blocks than the group has",
                &[("of 4 : memref<2xi32>", "of 3 : memref<2xi32>")],
                none,
            ),
            fault(
                "one counter for all groups",
                &[("schedule.arrive %arg3[%5]", "schedule.arrive %arg3[%c0]")],
                none,
            ),
            fault(
                "counters with other values",
                &[(", schedule.zeroed}", "}")],
                "counters of blocks that are no zeros",
            ),
            fault(
                "parts of the last block only",
                &[(
                    "memref.load %arg2[%arg4, %3]",
                    "memref.load %arg2[%block_id_x, %3]",
                )],
                "what the last block of a group runs depends on which block that is",
            ),
            fault(
                "no count at all",
                &[(arrive, "arith.constant true")],
                "it runs on other blocks than the tree says: on all, or on the last of a group",
            ),
        ],
    );
}
