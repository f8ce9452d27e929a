//! Modules, defaults and names of arguments, constants of calls.

use super::*;
use crate::tc::reachable;

/// The names of the definitions that an entry needs.
fn needed(text: &str, entry: &str) -> Vec<String> {
    let checked = checked(text);
    assert!(!checked.has_errors(), "{:?}", checked.diagnostics);
    let defs = reachable(&checked, Some(entry)).expect("an entry");
    defs.iter().map(|def| def.name.to_string()).collect()
}

#[test]
fn an_operator_of_a_module_is_a_definition_of_the_program() {
    let text = "import nn\ndef f(float(N,D) X) -> (Y) { Y = nn.softmax(X) }";
    assert_eq!(needed(text, "f"), ["f", "norms_softmax"]);
    let text = "use nn: softmax\ndef norms_softmax(float(N,D) X) -> (Y) { Y = softmax(X) }";
    let all = needed(text, "norms_softmax");
    assert_eq!(all, ["norms_softmax", "norms_softmax_2"]);
}

#[test]
fn spans_are_places_of_the_imported_text() {
    let checked = checked("import nn\ndef f(float(N,D) X) -> (Y) { Y = nn.softmax(X) }");
    let softmax = checked
        .callees
        .iter()
        .find(|def| &*def.name == "norms_softmax");
    let span = softmax.expect("it is there").name_span.range();
    let place = checked.file.place(span.clone());
    assert_eq!(&*place.file, "<library>/norms.tc");
    assert_eq!(&checked.file.text()[span], "softmax");
    let written = checked.written("nn.softmax").expect("it is written");
    assert_eq!(written.params.len(), 1);
}

#[test]
fn names_that_no_module_has_are_named_with_the_nearest() {
    let text =
        |import: &str, call: &str| format!("{import}\ndef f(float(N,D) X) -> (Y) {{ Y = {call} }}");
    for (import, call, due, near) in [
        (
            "import nm",
            "nm.softmax(X)",
            "1:8: error[TC0232]: unknown module `nm`",
            "nn",
        ),
        (
            "import nn",
            "nn.sofmax(X)",
            "2:34: error[TC0234]: module `nn` has no operator `sofmax`",
            "nn.softmax",
        ),
        (
            "use norms: sofmax",
            "sofmax(X)",
            "1:12: error[TC0234]: module `norms` has no operator `sofmax`",
            "softmax",
        ),
    ] {
        let text = text(import, call);
        assert_eq!(diagnostics(&text)[0], due);
        assert_eq!(edit(&text), near);
    }
    let text = text("", "nn.softmax(X)");
    assert_eq!(
        diagnostics(&text),
        ["2:34: error[TC0232]: module `nn` is not imported"]
    );
    assert_eq!(help(&text), "write `import nn` in front of the first `def`");
}

#[test]
fn a_name_is_used_or_defined_and_imports_come_first() {
    let text = "use nn: relu\ndef relu(float(N) X) -> (Y) { Y(i) = X(i) }";
    assert_eq!(
        diagnostics(text),
        ["2:5: error[TC0202]: `relu` is already defined at line 1"]
    );
    let text = "def f(float(N) X) -> (Y) { Y(i) = X(i) }\nimport nn";
    assert_eq!(
        diagnostics(text),
        ["2:1: error[TC0105]: expected `def`, found `import`"]
    );
    let text = "import nn\ndef f(float(N) X) -> (Y) { Y(i) = nn.relu(X(i)) }";
    assert_eq!(
        diagnostics(text),
        ["2:35: error[TC0218]: unknown function `nn.relu`"]
    );
}

const SCALE: &str = "def scale(float(N) X, float by = 2.0, int32 step = 1) -> (Y) { Y(i) = by * X(step * i) where i in 0:N / step }\n";

fn call(arguments: &str) -> String {
    format!("{SCALE}def f(float(N) X) -> (Y) {{ Y = scale({arguments}) }}")
}

#[test]
fn arguments_have_defaults_and_names() {
    for arguments in [
        "X",
        "X, 3.0",
        "X, 3.0, 2",
        "X, step = 2",
        "X, step = 2, by = 0.5",
        "step = 2, X = X",
    ] {
        assert_eq!(diagnostics(&call(arguments)), [""; 0], "{arguments}");
    }
    for (arguments, due) in [
        ("X, stop = 2", "`scale` has no input `stop`"),
        (
            "X, step = 2, step = 3",
            "argument `step` of `scale` is given twice",
        ),
        (
            "X, 1.0, by = 2.0",
            "argument `by` of `scale` is given twice",
        ),
        (
            "step = 2, X",
            "an argument without a name stands behind one with a name",
        ),
        ("", "`scale` takes 1 to 3 arguments, found 0"),
        ("X, 1.0, 2, 3", "`scale` takes 1 to 3 arguments, found 4"),
        ("by = 2.0", "`scale` takes 1 to 3 arguments, found 1"),
    ] {
        let found = diagnostics(&call(arguments));
        assert!(
            found.len() == 1 && found[0].ends_with(&format!("error[TC0219]: {due}")),
            "{found:?}"
        );
    }
}

#[test]
fn a_default_fits_its_input() {
    for (param, due) in [
        (
            "int32 k = 0.5",
            "default of input `k`: expected a literal of type int32",
        ),
        (
            "float(M) k = 0.5",
            "default of input `k`: expected none, since it has dimensions",
        ),
        (
            "float k = 0.5, float q",
            "input `q` has no default, and stands behind `k`",
        ),
    ] {
        let text = format!("def f(float(N) X, {param}) -> (Y) {{ Y(i) = X(i) }}");
        let found = diagnostics(&text);
        assert!(
            found[0].ends_with(&format!("error[TC0235]: {due}")),
            "{found:?}"
        );
    }
}

#[test]
fn literals_of_a_call_are_constants_of_an_instance() {
    let checked = checked(&call("X, 0.5, step = 3"));
    let [instance] = &checked.callees[..] else {
        panic!("one instance: {:?}", checked.callees);
    };
    assert_eq!((&*instance.name, instance.input_count), ("scale_0_5_3", 1));
    let body = instance.comprehensions()[0];
    let range = body.indices[0].range.as_ref().expect("it is given");
    assert_eq!(range.upper.human(), "N/3");
    let reads = body
        .body
        .instructions
        .iter()
        .filter_map(|one| match &one.operation {
            Operation::Read { tensor, subscripts } => Some((*tensor, format!("{subscripts:?}"))),
            _ => None,
        });
    let reads: Vec<_> = reads.collect();
    assert_eq!(reads.len(), 1, "`by` is no longer read: {reads:?}");
    assert_eq!(&*instance.tensors[reads[0].0].name, "X");
    let [Statement::Call(call)] = &checked.defs[1].statements[..] else {
        panic!("a call");
    };
    assert_eq!((&*call.function, call.arguments.len()), ("scale_0_5_3", 1));
}
