use super::*;
use crate::sac::examples::ERRORS;

#[test]
fn the_errors_of_the_specification() {
    let wrong: Vec<String> = ERRORS
        .iter()
        .filter_map(|(id, text, code, part)| {
            let found = result(text).map(|array| shown(&array));
            let good = matches!(&found, Err(said) if said.contains(&format!("[{code}]")) && said.contains(part));
            (!good).then(|| format!("{id}: {text}: {found:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_shape_does_not_depend_on_data() {
    // D11: no simplification of index values.
    let said = result("{ [i] -> take([i*0+2],v) | [i] < [3] }").unwrap_err();
    assert!(said.contains("TC0716"), "{said}");
    // A pattern without variables has no generator (D15).
    let said = result("{ [.] -> v | [i] < [3] }").unwrap_err();
    assert!(said.contains("TC0701"), "{said}");
}
