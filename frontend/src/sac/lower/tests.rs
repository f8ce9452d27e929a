use super::*;
use crate::model::Operation;
use crate::sac::check::check;
use tc_syntax::diagnostic::SourceFile;

fn lowered(text: &str, known: &Extents) -> Result<Lowered, String> {
    let checked = check(SourceFile::new("l.sac", text));
    assert_eq!(checked.diagnostics, []);
    lower(&checked, "f", known).map_err(|errors| errors[0].short())
}

fn open(text: &str) -> Result<Lowered, String> {
    lowered(text, &Extents::default())
}

/// The ranges of the indices of each statement.
fn ranges(def: &Def) -> Vec<String> {
    let of = |statement: &Statement| {
        let Statement::Comprehension(one) = statement else {
            return String::new();
        };
        let range = |index: &crate::model::Index| {
            let range = index.range.as_ref().expect("all ranges are given");
            format!(
                "{} in {}:{}",
                index.name,
                range.lower.human(),
                range.upper.human()
            )
        };
        let all: Vec<String> = one.indices.iter().map(range).collect();
        let target = &def.tensors[one.target].name;
        format!("{target} {} {}", one.assign.text(), all.join(", "))
    };
    def.statements.iter().map(of).collect()
}

#[test]
fn a_reduction_is_computed_in_the_result_if_it_has_all_its_indices() {
    let text = "float[.,.] f(float[m,k] a, float[n,k] b, float[n] c)
{
  return { [i,j] -> sum(a[i] * b[j]) + c[j] };
}";
    let def = open(text).unwrap().def;
    assert_eq!(
        ranges(&def),
        [
            "r0 +=! i in 0:m, j in 0:n, k_1 in 0:k",
            "r0 = i in 0:m, j in 0:n"
        ]
    );
}

#[test]
fn a_reduction_of_fewer_indices_is_a_temporary() {
    let text = "float[.,.] f(float[m,k] a) { return { [i,j] -> a[i,j] / sum(a[i]) }; }";
    let def = open(text).unwrap().def;
    assert_eq!(
        ranges(&def),
        ["sum +=! i in 0:m, k_1 in 0:k", "r0 = i in 0:m, j in 0:k"]
    );
    assert_eq!(def.tensors[2].role, Role::Temporary);
}

#[test]
fn open_extents_that_must_be_equal_become_one_size() {
    let def = open("int[.] f(int[.] a, int[.] b) { return a + b; }")
        .unwrap()
        .def;
    assert_eq!(def.sizes.len(), 1);
    assert_eq!(ranges(&def), ["r0 = i in 0:a_0"]);
}

/// Shows claim K22: each element is computed by itself, the frame has no reduction.
#[test]
fn the_frame_of_a_comprehension_is_parallel() {
    let text = "int[.] f(int[n] v) { return { [i] -> v[n - 1 - i] + i }; }";
    let Err(said) = open(text) else {
        panic!("`i` has no bound");
    };
    assert!(said.contains("TC0709"), "{said}");
    let text = "int[.] f(int[n] v) { return { [i] -> v[n - 1 - i] + i | [i] < [n] }; }";
    let def = open(text).unwrap().def;
    assert_eq!(ranges(&def), ["r0 = i in 0:n"]);
}

#[test]
fn division_truncates_where_the_sign_is_not_known() {
    let count = |text: &str| {
        let def = open(text).unwrap().def;
        let Some(Statement::Comprehension(one)) = def.statements.first() else {
            panic!("a statement");
        };
        let selects = one.body.instructions.iter();
        selects
            .filter(|one| matches!(one.operation, Operation::Select { .. }))
            .count()
    };
    assert_eq!(
        count("int[.] f(int[n] v) { return { [i] -> v[i] / 3 }; }"),
        2
    );
    assert_eq!(
        count("int[.] f(int[n] v) { return { [i] -> i % 3 | [i] < [n] }; }"),
        0
    );
}

#[test]
fn the_sign_of_a_parameter_is_known_where_it_is_divided() {
    let text = "int f(int n, int[.] v) { return v[n / 2 + 1]; }";
    let said = open(text).unwrap_err();
    assert!(said.contains("error[TC0705]: the sign of `n`"), "{said}");
    let mut known = Extents::default();
    known.scalars.insert("n".to_owned(), -1);
    lowered(text, &known).unwrap();
}

#[test]
fn what_needs_numbers_says_so_and_takes_them() {
    let text = "int[.] f(int[.] v) { return { [i] -> 1 | [2] <= [i] < [4] ; [i] -> 2 | [3] <= [i] < shape(v) }; }";
    let said = open(text).unwrap_err();
    assert!(said.contains("TC0705"), "{said}");
    let mut known = Extents::default();
    known.shapes.insert("v".to_owned(), vec![6]);
    let def = lowered(text, &known).unwrap().def;
    assert_eq!(
        ranges(&def),
        ["r0 = i in 0:6", "r0 = i in 2:4", "r0 = i in 4:6"]
    );
}

#[test]
fn the_number_of_operations_has_a_limit() {
    let nested = (0..16).fold("v[i]".to_owned(), |inner, _| {
        format!("(v[i] > 0 ? {inner} : {inner})")
    });
    let text = format!("int[.] f(int[n] v) {{ return {{ [i] -> {nested} }}; }}");
    let said = open(&text).unwrap_err();
    assert!(said.contains("TC0114"), "{said}");
}

/// Shows claims K3 and K20: cells are arrays; a result is always a box.
#[test]
fn nested_comprehensions_leave_no_temporaries() {
    let text = "int[.,.] f(int[n] v) { return { [i] -> { [j] -> v[j] * i } | [i] < [3] }; }";
    let def = open(text).unwrap().def;
    assert_eq!(def.tensors.len(), 2);
    assert_eq!(ranges(&def), ["r0 = i in 0:3, j in 0:n"]);
}
