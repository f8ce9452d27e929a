//! The two instances that a refusal names: ``the flow dependence S0[0, 0] -> S1[0, 0, 0] on `C` is
//! broken``. Every refusal because of a dependence has them in its message, a note or a label.

use crate::data::{Instance, Witness};
use tc_syntax::diagnostic::Diagnostic;

/// The witness of the first error that has one.
pub(crate) fn of(diagnostics: &[Diagnostic]) -> Option<Witness> {
    let errors = diagnostics.iter().filter(|one| one.is_error());
    errors.into_iter().find_map(|error| {
        let texts = std::iter::once(&error.message).chain(&error.notes);
        let labels = error.primary.iter().chain(&error.labels);
        let labels = labels.map(|label| &label.text);
        let found = texts.chain(labels).find_map(|text| pair(text));
        let (first, second, array) = found?;
        Some(Witness {
            message: error.message.clone(),
            first,
            second,
            array,
            tree: None,
        })
    })
}

/// The pair of instances in a text, and the array behind it.
fn pair(text: &str) -> Option<(Instance, Instance, Option<String>)> {
    let mut from = 0;
    while let Some(arrow) = text[from..].find("] -> ") {
        let at = from + arrow + 1;
        let (before, behind) = (&text[..at], &text[at + 4..]);
        if let (Some(first), Some((second, rest))) = (last_instance(before), instance(behind)) {
            let array = rest
                .strip_prefix(" on `")
                .and_then(|rest| rest.split('`').next());
            return Some((first, second, array.map(str::to_owned)));
        }
        from = at;
    }
    None
}

/// The instance at the end of a text.
fn last_instance(text: &str) -> Option<Instance> {
    let open = text.rfind('[')?;
    let name = text[..open].rsplit(|one: char| !is_letter(one)).next()?;
    let (instance, rest) = instance(&text[open - name.len()..])?;
    rest.is_empty().then_some(instance)
}

/// The instance at the beginning of a text, and what is behind it.
fn instance(text: &str) -> Option<(Instance, &str)> {
    let (name, rest) = text.split_once('[')?;
    let (inside, rest) = rest.split_once(']')?;
    if name.is_empty() || !name.chars().all(is_letter) {
        return None;
    }
    let numbers = inside.split(',').map(str::trim);
    let numbers = numbers.filter(|one| !one.is_empty()).map(str::parse);
    let instance = Instance {
        statement: name.to_owned(),
        indices: numbers.collect::<Result<_, _>>().ok()?,
    };
    Some((instance, rest))
}

fn is_letter(one: char) -> bool {
    one.is_alphanumeric() || one == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_instances_stand_in_the_message_or_in_a_note() {
        let said = "the flow dependence S0[0, 0] -> S1[0, 0, -1] on `C` is broken: the sequence runs the second instance first";
        let witness = of(&[Diagnostic::error(None, said)]).unwrap();
        assert_eq!(
            (witness.first.statement, witness.first.indices),
            ("S0".to_owned(), vec![0, 0])
        );
        assert_eq!(
            (witness.second.statement, witness.second.indices),
            ("S1".to_owned(), vec![0, 0, -1])
        );
        assert_eq!(witness.array.as_deref(), Some("C"));
        let refused = Diagnostic::error(None, "member 1 is not coincident: `i[j] -> x`");
        assert_eq!(of(std::slice::from_ref(&refused)), None);
        let noted = refused.with_note("it carries T[3] -> T[4]");
        assert_eq!(
            of(std::slice::from_ref(&noted)).unwrap().second.indices,
            [4]
        );
        let note = Diagnostic::note(None, said);
        assert_eq!(of(&[note]), None);
    }
}
