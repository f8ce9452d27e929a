//! Edits of one isl text, `{ S[i] -> [i mod 4]; T[i, j] -> [j] }`: a constant, a variable, a whole
//! piece, a constraint, a value. `None` if the text has no place for the edit.

use crate::program::pick::Pick;
use std::ops::Range;

/// The text between two semicolons.
pub fn pieces(text: &str) -> Vec<&str> {
    let body = text.trim().trim_start_matches('{').trim_end_matches('}');
    body.split("; ").map(str::trim).collect()
}

fn joined(pieces: &[String]) -> String {
    format!("{{ {} }}", pieces.join("; "))
}

fn in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Runs of characters that start as required and are not inside a longer name.
fn words(text: &str, begins: fn(char) -> bool, goes_on: fn(char) -> bool) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut before = ' ';
    for (place, c) in text.char_indices() {
        match found.last_mut() {
            Some(last) if last.end == place && goes_on(c) => last.end = place + c.len_utf8(),
            _ if begins(c) && !in_name(before) => found.push(place..place + c.len_utf8()),
            _ => {}
        }
        before = c;
    }
    found
}

/// The numbers of a text: of `4i0 + 3` the 4 and the 3.
pub fn numbers(text: &str) -> Vec<Range<usize>> {
    let digit = |c: char| c.is_ascii_digit();
    words(text, digit, digit)
}

/// The names of variables; of `floor(m/4)` the `m`.
fn variables(text: &str) -> Vec<Range<usize>> {
    let mut coefficient = text.to_owned();
    // A number directly before a name is its coefficient, not part of the name.
    for number in numbers(text) {
        coefficient.replace_range(number.clone(), &" ".repeat(number.len()));
    }
    let known = ["floor", "mod", "and", "or", "exists", "ceil", "min", "max"];
    let found = words(&coefficient, |c| c.is_ascii_alphabetic(), in_name);
    found
        .into_iter()
        .filter(|word| !known.contains(&&text[word.clone()]))
        .filter(|word| !text[word.end..].starts_with('['))
        .collect()
}

fn replaced(text: &str, place: Range<usize>, by: &str) -> String {
    format!("{}{by}{}", &text[..place.start], &text[place.end..])
}

/// Changes one number.
pub fn constant(text: &str, pick: &mut Pick) -> Option<String> {
    let numbers = numbers(text);
    if numbers.is_empty() {
        return None;
    }
    let place = pick.one(&numbers).clone();
    let value: i64 = text[place.clone()].parse().ok()?;
    let other = *pick.one(&[value + 1, value - 1, 2 * value, value / 2, 0, value + 4]);
    let other = if other < 0 || other == value {
        value + 1
    } else {
        other
    };
    Some(replaced(text, place, &other.to_string()))
}

/// Replaces one variable by another.
pub fn variable(text: &str, pick: &mut Pick) -> Option<String> {
    let mut pieces: Vec<String> = pieces(text).into_iter().map(str::to_owned).collect();
    let index = pick.below(pieces.len());
    let piece = &pieces[index];
    let from = piece.find("->").unwrap_or(0);
    let all = variables(piece);
    let late: Vec<Range<usize>> = all
        .iter()
        .filter(|one| one.start >= from)
        .cloned()
        .collect();
    if late.is_empty() {
        return None;
    }
    let place = pick.one(&late).clone();
    let mut others: Vec<&str> = all.iter().map(|one| &piece[one.clone()]).collect();
    others.retain(|other| *other != &piece[place.clone()]);
    others.dedup();
    if others.is_empty() {
        return None;
    }
    let other = (*pick.one(&others)).to_owned();
    pieces[index] = replaced(piece, place, &other);
    Some(joined(&pieces))
}

/// Drops one piece.
pub fn without_piece(text: &str, pick: &mut Pick) -> Option<String> {
    let mut pieces: Vec<String> = pieces(text).into_iter().map(str::to_owned).collect();
    if pieces.len() < 2 {
        return None;
    }
    pieces.remove(pick.below(pieces.len()));
    Some(joined(&pieces))
}

/// Changes the value of one piece of a function: shifted, doubled, negated, skewed or constant.
pub fn value(text: &str, pick: &mut Pick) -> Option<String> {
    let mut pieces: Vec<String> = pieces(text).into_iter().map(str::to_owned).collect();
    let index = pick.below(pieces.len());
    let piece = &pieces[index];
    let (tuple, rest) = piece.split_once(" -> [")?;
    let (value, condition) = rest.rsplit_once(']')?;
    let names = variables(tuple);
    let name = if names.is_empty() {
        "1"
    } else {
        &tuple[pick.one(&names).clone()]
    };
    let value = match pick.below(7) {
        0 => format!("({value}) + 1"),
        1 => format!("({value}) - 1"),
        2 => format!("2*({value})"),
        3 => format!("-({value})"),
        4 => format!("({value}) + {name}"),
        5 => format!("floor(({value})/2)"),
        _ => "0".to_owned(),
    };
    pieces[index] = format!("{tuple} -> [{value}]{condition}");
    Some(joined(&pieces))
}

/// Drops one constraint, or makes it stricter.
pub fn constraint(text: &str, pick: &mut Pick) -> Option<String> {
    let mut pieces: Vec<String> = pieces(text).into_iter().map(str::to_owned).collect();
    let index = pick.below(pieces.len());
    let (tuple, conditions) = pieces[index].split_once(" : ")?;
    let mut conditions: Vec<String> = conditions.split(" and ").map(str::to_owned).collect();
    let chosen = pick.below(conditions.len());
    if pick.chance(50) {
        conditions.remove(chosen);
    } else {
        let one = &conditions[chosen];
        conditions[chosen] = if one.contains("<=") {
            one.replacen("<=", "<", 1)
        } else {
            one.replacen(">=", ">", 1)
        };
    }
    pieces[index] = if conditions.is_empty() {
        tuple.to_owned()
    } else {
        format!("{tuple} : {}", conditions.join(" and "))
    };
    Some(joined(&pieces))
}

/// Restricts or extends one piece of a filter.
pub fn narrower(text: &str, pick: &mut Pick) -> Option<String> {
    let mut pieces: Vec<String> = pieces(text).into_iter().map(str::to_owned).collect();
    let index = pick.below(pieces.len());
    let names = variables(&pieces[index]);
    if names.is_empty() {
        return None;
    }
    let name = pieces[index][pick.one(&names).clone()].to_owned();
    let bound = pick.within(0, 6);
    let joint = if pieces[index].contains(" : ") {
        " and "
    } else {
        " : "
    };
    pieces[index] += &format!("{joint}{name} {} {bound}", pick.one(&[">=", "<=", "="]));
    Some(joined(&pieces))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    type Edit = fn(&str, &mut Pick) -> Option<String>;

    fn all(edit: Edit, text: &str) -> BTreeSet<String> {
        (0..200)
            .filter_map(|index| edit(text, &mut Pick::of(1, index)))
            .collect()
    }

    fn has(edit: Edit, text: &str, wanted: &[&str]) {
        let all = all(edit, text);
        for one in wanted {
            assert!(all.contains(*one), "{one} is not among {all:#?}");
        }
        assert!(!all.contains(text));
    }

    #[test]
    fn edits_of_a_function() {
        let text = "{ S0[m] -> [floor(m/4)]; S1[m, k] -> [-4m + k] }";
        has(
            constant,
            text,
            &[
                "{ S0[m] -> [floor(m/5)]; S1[m, k] -> [-4m + k] }",
                "{ S0[m] -> [floor(m/4)]; S1[m, k] -> [-8m + k] }",
            ],
        );
        has(
            variable,
            text,
            &[
                "{ S0[m] -> [floor(m/4)]; S1[m, k] -> [-4k + k] }",
                "{ S0[m] -> [floor(m/4)]; S1[m, k] -> [-4m + m] }",
            ],
        );
        has(without_piece, text, &["{ S0[m] -> [floor(m/4)] }"]);
        has(
            value,
            text,
            &[
                "{ S0[m] -> [floor(m/4)]; S1[m, k] -> [(-4m + k) + 1] }",
                "{ S0[m] -> [2*(floor(m/4))]; S1[m, k] -> [-4m + k] }",
            ],
        );
    }

    #[test]
    fn edits_of_sets_and_extensions() {
        let text = "{ [i0] -> A[i0, a] : a >= 0 and a <= 4i0 }";
        has(
            constraint,
            text,
            &[
                "{ [i0] -> A[i0, a] : a >= 0 }",
                "{ [i0] -> A[i0, a] : a >= 0 and a < 4i0 }",
            ],
        );
        has(
            variable,
            text,
            &["{ [i0] -> A[a, a] : a >= 0 and a <= 4i0 }"],
        );
        has(narrower, "{ S[i] }", &["{ S[i] : i >= 2 }"]);
        assert!(all(narrower, "{ sync0[] }").is_empty());
    }
}
