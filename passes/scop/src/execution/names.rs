//! The names of runs as statements of their own ([`super::runs`]), and what a person reads in their
//! place.

use tc_dialects::schedule::tree::{Instance, Refusal};

/// The name for the runs of a copy at one leaf: with the number of coordinates of the extension
/// that adds them, and that of the leaf.
pub fn of_runs(copy: &str, depth: usize, leaf: usize) -> String {
    format!("{copy}_{depth}_{leaf}'")
}

/// A refusal about runs as one about the statements that a person wrote.
pub fn about_statements(mut refusal: Refusal) -> Refusal {
    if let Some((name, _)) = &mut refusal.operation
        && let Some((copy, _)) = parts(name)
    {
        *name = copy.to_owned();
    }
    refusal
}

/// The name of a statement as a person writes it: `A_in` of `A_in_2_0'`.
pub fn statement(name: &str) -> &str {
    parts(name).map_or(name, |(copy, _)| copy)
}

/// An instance as a person writes it: `A_in_2_0'[0, 5, 0, 1]` is the run `A_in[0, 5] at [0, 1]`.
pub fn shown(name: &str, mut indices: Vec<i64>) -> Instance {
    let Some((copy, depth)) = parts(name) else {
        return Instance {
            name: name.to_owned(),
            indices,
            at: None,
        };
    };
    let at = indices.split_off(indices.len().saturating_sub(depth));
    Instance {
        name: copy.to_owned(),
        indices,
        at: Some(at),
    }
}

/// The statement and the number of coordinates in the name of runs.
fn parts(name: &str) -> Option<(&str, usize)> {
    let (rest, _leaf) = name.strip_suffix('\'')?.rsplit_once('_')?;
    let (copy, depth) = rest.rsplit_once('_')?;
    Some((copy, depth.parse().ok()?))
}
