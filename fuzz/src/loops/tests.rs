//! What the interpreter finds, each by a small scop whose loops do it.

use super::check;

fn finds(text: &str, expected: &str) {
    let found = check(text).expect_err("something is wrong");
    assert!(found[0].contains(expected), "{found:?}, not {expected}");
}

/// A scop over `A` and `B` of 64 elements, with these statements and this tree.
fn scop(launch: &str, inside: &str) -> String {
    format!("schedule.scop @s(%A: memref<64xf32>, out %B: memref<64xf32>){launch} {{ {inside} }}")
}

const COPY: &str = "schedule.statement @S(%i) {
  %0 = affine.load %A[%i] : memref<64xf32>
  affine.store %0, %B[%i] : memref<64xf32>
}";

/// A tile in shared memory, read in reverse, with a barrier of this kind in between.
fn exchanged(barrier: &str) -> String {
    scop(
        " grid(1) block(64)",
        &format!(
            "%T = schedule.array shared : memref<64xf32, #gpu.address_space<workgroup>>
  schedule.statement @S(%i) {{
    %0 = affine.load %T[63 - %i] {{schedule.for = #schedule.map<\"{{ S[i] -> A[63 - i] }}\">}} : memref<64xf32, #gpu.address_space<workgroup>>
    affine.store %0, %B[%i] : memref<64xf32>
  }}
  schedule.statement @A_in(%b, %a) {{
    %0 = affine.load %A[%a] : memref<64xf32>
    affine.store %0, %T[%a] : memref<64xf32, #gpu.address_space<workgroup>>
  }}
  schedule.statement @sync0() {{ {barrier} }}
  schedule.domain \"{{ S[i] : 0 <= i < 64 }}\" {{
    schedule.band (block.x coincident \"{{ S[i] -> [0] }}\") {{
      schedule.extension \"{{ [b] -> A_in[b, a] : b = 0 and 0 <= a < 64; [b] -> sync0[] : b = 0 }}\" {{
        schedule.sequence {{
          schedule.filter \"{{ A_in[b, a] }}\" {{ schedule.band (thread.x coincident \"{{ A_in[b, a] -> [a] }}\") {{}} }}
          schedule.filter \"{{ sync0[] }}\" {{}}
          schedule.filter \"{{ S[i] }}\" {{ schedule.band (thread.x coincident \"{{ S[i] -> [i] }}\") {{}} }}
        }}
      }}
    }}
  }}"
        ),
    )
}

#[test]
fn right_programs_are_right() {
    let cpu = format!(
        "{COPY} schedule.domain \"{{ S[i] : 0 <= i < 64 }}\" {{ schedule.band (parallel coincident \"{{ S[i] -> [floor(i/8)] }}\") {{ schedule.band (vector coincident \"{{ S[i] -> [i mod 8] }}\") {{}} }} }}"
    );
    assert_eq!(check(&scop("", &cpu)), Ok(()));
    assert_eq!(check(&exchanged("gpu.barrier")), Ok(()));
}

#[test]
fn a_barrier_of_warps_orders_no_two_warps() {
    finds(
        &exchanged("schedule.warp_barrier"),
        "different threads, and no barrier in between",
    );
}

#[test]
fn lost_instances_and_races_are_found() {
    let tree = |below: &str| {
        scop(
            "",
            &format!("{COPY} schedule.domain \"{{ S[i] : 0 <= i < 64 }}\" {{ {below} }}"),
        )
    };
    finds(
        &tree(
            "schedule.filter \"{ S[i] : i < 40 }\" { schedule.band (sequential \"{ S[i] -> [i] }\") {} }",
        ),
        "element 40 of B is not written",
    );
    let folded = "%T = schedule.array temporary : memref<1xf32>
  schedule.statement @S(%i) at [0, 0] {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %T[0] {schedule.for = #schedule.map<\"{ S[i] -> v[i] }\">} : memref<1xf32>
  }
  schedule.statement @R(%i) at [0, 1] {
    %0 = affine.load %T[0] {schedule.for = #schedule.map<\"{ R[i] -> v[i] }\">} : memref<1xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  %v = schedule.array temporary : memref<64xf32>
  schedule.domain \"{ S[i] : 0 <= i < 64; R[i] : 0 <= i < 64 }\" {
    schedule.band (parallel coincident \"{ S[i] -> [i]; R[i] -> [i] }\") {
      schedule.sequence { schedule.filter \"{ S[i] }\" {} schedule.filter \"{ R[i] }\" {} }
    }
  }";
    finds(&scop("", folded), "different iterations of a parallel loop");
    finds(
        &scop(
            "",
            &folded.replace("parallel coincident", "vector coincident"),
        ),
        "different lanes of a vector",
    );
    assert_eq!(
        check(&scop(
            "",
            &folded.replace("parallel coincident", "sequential")
        )),
        Ok(())
    );
}

#[test]
fn integers_wrap_at_their_width() {
    let text = |constant: i64| {
        scop(
            "",
            &format!(
                "schedule.statement @S(%i) {{
    %c = arith.constant {constant} : i32
    %1 = arith.index_cast %i : index to i32
    %2 = arith.muli %1, %c : i32
    %3 = arith.floordivsi %2, %c : i32
    %4 = arith.index_cast %3 : i32 to index
    %0 = memref.load %A[%4] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }}
  schedule.domain \"{{ S[i] : 0 <= i < 64 }}\" {{ schedule.band (sequential \"{{ S[i] -> [i] }}\") {{}} }}"
            ),
        )
    };
    finds(&text(1_073_741_824), "is outside of an array");
    assert_eq!(check(&text(1024)), Ok(()));
}

#[test]
fn what_an_access_stands_for_must_be_there() {
    let text = exchanged("gpu.barrier").replace("A[63 - i] }", "A[63 - i] : i < 40 }");
    finds(&text, "stands for no element");
}

#[test]
fn elements_that_nothing_wrote_are_not_computed_with() {
    let text = scop(
        "",
        "%T = schedule.array temporary : memref<64xf32>
  schedule.statement @S(%i) {
    %0 = affine.load %T[%i] : memref<64xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %B[%i] : memref<64xf32>
  }
  schedule.domain \"{ S[i] : 0 <= i < 64 }\" { schedule.band (sequential \"{ S[i] -> [i] }\") {} }",
    );
    finds(
        &text,
        "meaningless: S[0] `arith.addf` uses element 0 of T, to which nothing has been written",
    );
    let early = "%T = schedule.array private : memref<1xf32>
  schedule.statement @S(%i) {
    %0 = affine.load %T[0] {schedule.for = #schedule.map<\"{ S[i] -> A[i] }\">} : memref<1xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %B[%i] : memref<64xf32>
  }
  schedule.domain \"{ S[i] : 0 <= i < 64 }\" { schedule.band (sequential \"{ S[i] -> [i] }\") {} }";
    finds(
        &scop("", early),
        "`arith.addf` uses element 0 of an array made at step",
    );
}

#[test]
fn sizes_are_those_of_the_context() {
    let text = "schedule.scop @s(%A: memref<?xf32>, out %B: memref<?xf32>) sizes(N = %A[0]) context \"[N] -> { : N >= 0 }\" attributes {schedule.extents = {B = [\"N\"]}} {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<?xf32>
    affine.store %0, %B[%i] : memref<?xf32>
  }
  schedule.domain \"[N] -> { S[i] : 0 <= i < N }\" {
    schedule.band (coincident \"{ S[i] -> [i] }\") {}
  }
}";
    assert_eq!(check(text), Ok(()));
    let assumed = text.replace(
        "schedule.band",
        "schedule.context \"[N] -> { : N >= 5 }\" { schedule.band",
    );
    let assumed = assumed.replace("[i] }\") {}", "[i] }\") {} }");
    // A context in the tree is a fact for a reader: the loops are the same.
    assert_eq!(check(&assumed), Ok(()));
}

#[test]
fn an_output_that_is_a_copy_of_what_nothing_wrote_means_nothing() {
    let text = scop(
        "",
        "%T = schedule.array temporary : memref<64xf32>
  schedule.statement @S(%i) {
    %0 = affine.load %T[63 - %i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.domain \"{ S[i] : 0 <= i < 64 }\" { schedule.band (sequential \"{ S[i] -> [i] }\") {} }",
    );
    finds(
        &text,
        "meaningless: element 0 of B is a copy of element 63 of T, to which nothing has been written",
    );
}

#[test]
fn a_copy_that_runs_nowhere_need_not_say_for_what_it_is() {
    let text = exchanged("gpu.barrier").replace("{ S[i] : 0 <= i < 64 }", "{ S[i] : 5 <= i < 4 }");
    assert_eq!(tc_testing::enumeration::check(&text), Ok(()));
}
