//! Deep, long and broken text is refused quickly and without a crash; verifiers run on many
//! threads.

use melior::ir::Module;
use melior::ir::operation::OperationLike;

use super::{context, errors};

/// The first error of a text that must be refused.
fn refused(text: &str) -> String {
    let context = context();
    let mut parsed = false;
    let messages = errors(&context, || {
        parsed = Module::parse(&context, text).is_some();
    });
    assert!(!parsed, "accepted: {}", &text[..text.len().min(200)]);
    messages
        .into_iter()
        .next()
        .expect("a refusal gives its reason")
}

fn assert_refused(text: &str, reason: &str) {
    let message = refused(text);
    assert!(message.contains(reason), "{message}");
}

#[test]
fn deep_expressions_are_refused() {
    let deep = 100_000;
    let (open, close) = ("(".repeat(deep), ")".repeat(deep));
    let reason = "expression nested deeper than 256";
    assert_refused(&format!("#a = #tc.expr<{open}N{close}>"), reason);
    assert_refused(&format!("#a = #tc.expr<{}N>", "- ".repeat(deep)), reason);
    let calls = "min(1, ".repeat(deep);
    assert_refused(&format!("#a = #tc.expr<{calls}N{close}>"), reason);
    let sum = "N + ".repeat(deep);
    assert_refused(
        &format!("#a = #tc.expr<{sum}N>"),
        "more than 1000 operators",
    );
    let digits = "9".repeat(deep);
    assert_refused(
        &format!("#a = #tc.expr<{digits}>"),
        "integer does not fit int64",
    );
}

#[test]
fn deep_trees_are_refused_and_shallow_ones_are_not() {
    let tree = |depth: usize| {
        format!(
            "schedule.scop @f(%A: memref<8xf32>) {{ schedule.domain \"{{ }}\" {{ {} {} }} }}",
            "schedule.filter \"{ }\" {".repeat(depth),
            "}".repeat(depth)
        )
    };
    assert_refused(&tree(100_000), "regions are nested deeper than 256 levels");
    let context = context();
    assert!(Module::parse(&context, &tree(100)).is_some());
}

#[test]
fn unbalanced_and_empty_texts_are_refused() {
    for text in [
        "#a = #tc.expr<>",
        "#a = #tc.expr<(N>",
        "#a = #tc.expr<N)>",
        "#a = #tc.range<0 to>",
        "#a = #tc.range<to N>",
        "#a = #tc.reduction<xor>",
        "#a = #schedule.set<>",
        "#a = #schedule.set<\"\">",
        "#a = #schedule.aff<\"{ S[i] -> [i\">",
        "#a = #schedule.member<block>",
        "!t = !tc.tensor<[N>",
        "!t = !tc.tensor<N, f32>",
        "!t = !tc.tensor<[N], f32",
        "!t = !tc.tensor<[N] f32>",
        "!t = !tc.tensor<[\"N], f32>",
        "tc.def",
        "tc.def @f(",
        "tc.def @f(%A: !tc.tensor<[N], f32>)",
        "tc.def @f(%A: !tc.tensor<[N], f32>) -> (",
        "tc.def @f(%A: !tc.tensor<[N], f32>) -> () {",
        "tc.def @f() -> () { tc.comprehension",
        "tc.def @f() -> (%o: !tc.tensor<[], f32>) { tc.comprehension %o[] (i in [0, 2]) {",
        "schedule.scop @f() sizes(",
        "schedule.scop @f() { schedule.domain \"{ }\" { schedule.band (",
    ] {
        refused(text);
    }
}

#[test]
fn garbage_is_refused() {
    let mut state = 1_u64;
    let mut garbage = String::new();
    while garbage.len() < 10_000_000 {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        garbage.push(char::from(b' ' + (state >> 33) as u8 % 95));
    }
    refused(&garbage);
    refused(&format!("tc.def @f(%A: !tc.tensor<[{garbage}"));
    assert_refused(
        &format!(
            "#a = #schedule.set<\"{}\">",
            garbage.replace(['"', '\\'], "")
        ),
        "isl object is longer than 1048576 bytes",
    );
}

#[test]
fn verifiers_run_on_many_threads() {
    let mut text = String::new();
    for number in 0..64 {
        text += &format!(
            r#"schedule.scop @f{number}(%A: memref<8xf32>) {{
  schedule.statement @S0(%i) {{}}
  schedule.domain "{{ S0[i] : 0 <= i < 8 }}" {{
    schedule.band ("{{ S0[i] -> [i] : i < 7 }}") {{}}
  }}
}}
"#
        );
    }
    let context = context();
    context.enable_multi_threading(true);
    let messages = errors(&context, || {
        assert!(Module::parse(&context, &text).is_none());
    });
    assert_eq!(messages.len(), 64);
    assert!(
        messages
            .iter()
            .all(|message| message.contains("such as S0[7]")),
        "{messages:#?}"
    );
    let sound = text.replace(" : i < 7", "");
    let module = Module::parse(&context, &sound).expect("nothing is wrong");
    assert!(module.as_operation().verify());
}
