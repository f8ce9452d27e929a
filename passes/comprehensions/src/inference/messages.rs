//! The messages of range inference.

use super::guards::{Loss, is_conditional};
use super::model::{Access, Def, Index, Range, Statement, Tensor};
use super::rounds::{Bounded, Rounds, Smaller, Solution, Step};
use tc_syntax::diagnostic::{Code, Diagnostic, Place, Severity};
use tc_syntax::expr::{Condition, Expr, Linear, Precondition};

fn quoted(names: &[&str]) -> String {
    names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

fn index_place(statement: &Statement, name: &str) -> Option<Place> {
    let index = statement.indices.iter().find(|index| index.name == name);
    index
        .and_then(|index| index.place.clone())
        .or_else(|| statement.place.clone())
}

fn give_a_range(name: &str) -> String {
    format!("`where {name} in 0:<extent>`")
}

/// The first subscript that mentions the index, for the caret.
fn access_of(statement: &Statement, name: &str) -> Option<Place> {
    let mentions = |subscript: &Expr| {
        let inside = statement.indices_in(subscript);
        inside.iter().any(|index| index == name)
    };
    let found = statement.accesses.iter().find_map(|access| {
        let dim = access.subscripts.iter().position(mentions)?;
        access.subscript_place(dim)
    });
    found.or_else(|| index_place(statement, name))
}

fn line(place: &Option<Place>) -> String {
    place.as_ref().map_or_else(String::new, |place| {
        format!(" at line {}", place.start.line)
    })
}

/// TC0302
pub fn several_unresolved(
    statement: &Statement,
    stuck: &[(&str, &[(usize, usize)])],
    rounds: &Rounds,
) -> Diagnostic {
    let names: Vec<&str> = stuck.iter().map(|(name, _)| *name).collect();
    let message = format!(
        "cannot infer ranges of {}: each access has more than one unresolved index",
        quoted(&names)
    );
    let mut error = Diagnostic::error(Code::TC0302, message);
    let mut told: Vec<(usize, usize)> = Vec::new();
    for (access, dim) in stuck.iter().flat_map(|(_, conditions)| *conditions) {
        if told.contains(&(*access, *dim)) {
            continue;
        }
        told.push((*access, *dim));
        let access = &statement.accesses[*access];
        let inside = statement.indices_in(&access.subscripts[*dim]);
        let unresolved: Vec<&str> = names
            .iter()
            .copied()
            .filter(|name| inside.iter().any(|index| index == name))
            .collect();
        // If the caret cannot point at the subscript, the text names it.
        let text = if access.parts.is_empty() {
            format!(
                "`{}` unresolved: {}",
                access.subscripts[*dim].human(),
                quoted(&unresolved)
            )
        } else {
            format!("unresolved: {}", quoted(&unresolved))
        };
        error = match error.primary {
            None => error.at(access.subscript_place(*dim), text.clone()),
            Some(_) => error.label(access.subscript_place(*dim), text.clone()),
        };
        if access.place.is_none() {
            error = error.with_note(text);
        }
    }
    let known: Vec<String> = statement
        .indices
        .iter()
        .zip(&rounds.ranges)
        .filter_map(|(index, range)| Some(format!("{} in {}", index.name, range.as_ref()?.human())))
        .collect();
    if !known.is_empty() {
        error = error.with_note(format!("known: {}", known.join(", ")));
    }
    let reductions: Vec<&str> = names
        .iter()
        .copied()
        .filter(|name| statement.is_reduction(name))
        .collect();
    let proposed = if reductions.is_empty() {
        names.last().copied().into_iter().collect()
    } else {
        reductions
    };
    let clauses: Vec<String> = proposed
        .iter()
        .map(|name| format!("{name} in 0:<extent>"))
        .collect();
    error.help(format!("`where {}`", clauses.join(", ")))
}

/// TC0303
pub fn no_range(statement: &Statement, name: &str) -> Diagnostic {
    let message = format!("index `{name}` has no range: nothing it indexes, no `where`");
    let constant = match name.to_ascii_lowercase().as_str() {
        "inf" | "infinity" => Some("1.0 / 0.0"),
        "nan" => Some("0.0 / 0.0"),
        _ => None,
    };
    Diagnostic::error(Code::TC0303, message)
        .at(index_place(statement, name), "")
        .help(match constant {
            Some(text) => format!("`{name}` is an index here; the constant is `{text}`"),
            None => give_a_range(name),
        })
}

/// TC0303 if something is known.
pub fn one_end(statement: &Statement, name: &str, end: &Solution) -> Diagnostic {
    let message = format!(
        "index `{name}` has no range: `{}` is all that is known",
        end.human(name)
    );
    let range = match end {
        Solution::High(high) => format!("0:{}", high.human().replace(' ', "")),
        Solution::Low(low) => format!("{}:<extent>", low.human().replace(' ', "")),
        Solution::Both(range) => format!("{}:{}", range.low.human(), range.high.human()),
    };
    Diagnostic::error(Code::TC0303, message)
        .at(access_of(statement, name), "")
        .help(format!("`where {name} in {range}`"))
}

/// TC0310
pub fn unknown_stride(statement: &Statement, name: &str, stride: &str) -> Diagnostic {
    let message =
        format!("cannot infer the range of `{name}`: stride `{stride}` is only known at run time");
    Diagnostic::error(Code::TC0310, message)
        .at(access_of(statement, name), "")
        .help(format!("{}, or bind `{stride}`", give_a_range(name)))
}

/// TC0311
pub fn no_bound(statement: &Statement, name: &str, expr: &str) -> Diagnostic {
    let message = format!("cannot infer the range of `{name}`: `{expr}` gives no bound on it");
    Diagnostic::error(Code::TC0311, message)
        .at(access_of(statement, name), "")
        .help(give_a_range(name))
}

/// TC0304
pub fn origin(
    statement: &Statement,
    dim: usize,
    range: &Range,
    dims: &[Range],
    steps: &[Step],
    strict: bool,
) -> Diagnostic {
    let name = &statement.left[dim].expr().human();
    let lows: Vec<String> = dims.iter().map(|dim| dim.low.human()).collect();
    let origin = match lows.as_slice() {
        [single] => single.clone(),
        many => format!("({})", many.join(", ")),
    };
    let target = &statement.target;
    let message = format!(
        "range of `{name}` starts at {}, not 0: `{target}` has origin {origin}",
        range.low.human()
    );
    let severity = if strict {
        Severity::Error
    } else {
        Severity::Note
    };
    let note = Diagnostic::new(severity, Code::TC0304, message);
    if statement.left[dim].index().is_none() {
        let note = note.at(statement.place.clone(), "");
        return note.with_note("that is the smallest subscript of all statements and iterations");
    }
    let given = |index: &Index| index.name == *name && index.given.is_some();
    if statement.indices.iter().any(given) {
        let note = note.at(index_place(statement, name), "");
        return note.with_note("that is the range that `where` gives");
    }
    // The access that determines the low end; an adopted range has none.
    let decides = |step: &&Step| {
        let low = step.solution.low();
        step.index == *name && low.is_some_and(|low| low.same_as(&range.low))
    };
    let note = match steps.iter().find(decides) {
        Some(step) => {
            let place = statement.accesses[step.access].condition_place(step.dim);
            note.at(place, step.sentence())
        }
        None => note.at(index_place(statement, name), ""),
    };
    let high = range.high.human().replace(' ', "");
    // At and above 0 the values below the first one are out of bounds: that range cannot be meant.
    let begins_later = match range.low.as_const() {
        Some(low) => low > 0,
        None => low_decides_later(&range.low),
    };
    note.help(if !begins_later { format!("write the range you meant: `where {name} in 0:{high}`") } else { format!(
        "to begin at 0, write `{}` for `{name}` on the right-hand side; `where {name} in {}:{high}` keeps this range",
        Expr::add(Expr::name(name), range.low.clone()).human(),
        range.low.human().replace(' ', "")
    ) })
}

/// Whether the low end is positive for large sizes: a size in it has a positive factor.
fn low_decides_later(low: &Expr) -> bool {
    Linear::of(low).is_none_or(|linear| linear.terms().iter().all(|(_, factor)| *factor > 0))
}

/// TC0305
pub fn checked_at_call(
    place: Option<Place>,
    precondition: &Precondition,
    ranges: &[(String, Range)],
) -> Diagnostic {
    let ranges: Vec<_> = ranges
        .iter()
        .map(|(_, one)| (&one.low, &one.high))
        .collect();
    let condition = precondition.human(&ranges);
    Diagnostic::note(Code::TC0305, format!("checked at each call: {condition}")).at(place, "")
}

fn needs(condition: &Bounded) -> String {
    let (low, high) = (condition.range.low.human(), condition.range.high.human());
    format!("{low} <= {} < {high}", condition.subscript.human())
}

/// TC0306
pub fn unchecked(
    statement: &Statement,
    access: &Access,
    condition: &Bounded,
    tensors: &[String],
) -> Diagnostic {
    let (low, high) = (condition.range.low.human(), condition.range.high.human());
    let named = statement.shown(&condition.subscript);
    let message = match &named {
        Some(subscript) => {
            let names: Vec<&str> = tensors.iter().map(String::as_str).collect();
            let whose = match names.is_empty() {
                true if is_conditional(access) => " where its guard holds".to_string(),
                true => String::new(),
                false => format!(" for the values of {}", quoted(&names)),
            };
            format!("unchecked access: needs {low} <= {subscript} < {high}{whose}")
        }
        None => format!(
            "unchecked access: needs {low} <= .. < {high} for the values that subscript {} has at run time",
            condition.dim + 1
        ),
    };
    let last = Expr::sub(condition.range.high.clone(), Expr::Const(1)).human();
    let warning =
        Diagnostic::warning(Code::TC0306, message).at(access.subscript_place(condition.dim), "");
    let Some(subscript) = named else {
        return warning.help(format!(
            "clamp the subscript: `max(min(.., {last}), {low})`"
        ));
    };
    let clamp = format!("max(min({subscript}, {last}), {low})");
    let help = format!("clamp the subscript: `{clamp}`");
    match access.parts.get(condition.dim) {
        Some(part) => warning.help_with_edit(help, part.clone(), clamp),
        None => warning.help(help),
    }
}

/// TC0307
pub fn inferred_range_empty(statement: &Statement, index: &Index, range: &Range) -> Diagnostic {
    let message = format!(
        "inferred range of `{}` is empty: {}",
        index.name,
        range.human()
    );
    Diagnostic::error(Code::TC0307, message)
        .at(index_place(statement, &index.name), "")
        .help(format!(
            "no value of `{}` keeps all reads in bounds: change a subscript, or read in two statements",
            index.name
        ))
}

/// TC0308
pub fn given_range_empty(statement: &Statement, index: &Index, range: &Range) -> Diagnostic {
    let message = format!(
        "range `{}:{}` of `{}` is empty",
        range.low.human(),
        range.high.human(),
        index.name
    );
    Diagnostic::warning(Code::TC0308, message)
        .at(
            index_place(statement, &index.name),
            "the statement does nothing",
        )
        .help("the lower end comes first: `lower:upper`")
}

/// `X(N)` of an `X` with N elements: its last element, or all of them, are intended.
fn reads_at_its_extent(access: &Access, condition: &Bounded) -> Option<String> {
    let subscript = &condition.subscript;
    let is_extent = matches!(subscript, Expr::Symbol(_)) && *subscript == condition.range.high;
    is_extent.then(|| {
        let with = |text: String| {
            let subscripts = access.subscripts.iter().enumerate();
            let subscripts = subscripts.map(|(dim, other)| {
                if dim == condition.dim {
                    text.clone()
                } else {
                    other.human()
                }
            });
            let subscripts: Vec<_> = subscripts.collect();
            format!("`{}({})`", access.tensor, subscripts.join(", "))
        };
        let size = subscript.human();
        let is_new = |name: &&str| access.subscripts.iter().all(|other| !other.mentions(name));
        let index = ["i", "j", "k", "l"].into_iter().find(is_new).unwrap_or("i");
        format!(
            "`{size}` is a size: the last element is {}; for each element write an index, {}",
            with(format!("{size} - 1")),
            with(index.to_owned())
        )
    })
}

/// TC0309
pub fn out_of_bounds(
    access: &Access,
    condition: &Bounded,
    ranges: &[(String, Range)],
) -> Diagnostic {
    let message = format!(
        "access `{}` is out of bounds: needs {}",
        access.human(),
        needs(condition)
    );
    let inside = condition.subscript.names();
    let known: Vec<String> = ranges
        .iter()
        .filter(|(name, _)| inside.contains(&name.as_str()))
        .map(|(name, range)| format!("{name} in {}", range.human()))
        .collect();
    let error = Diagnostic::error(Code::TC0309, message)
        .at(access.subscript_place(condition.dim), "")
        .help(match reads_at_its_extent(access, condition) {
            Some(help) => help,
            None => {
                "shrink the range in `where`, or read only where it is safe: `condition ? read : 0`"
                    .to_owned()
            }
        });
    if known.is_empty() {
        error
    } else {
        error.with_note(format!("known: {}", known.join(", ")))
    }
}

/// TC0312
pub fn adopted(to: &Statement, dim: usize, from: &Statement) -> Diagnostic {
    let name = &to.left[dim].expr().human();
    let message = format!(
        "range of `{name}` taken from the statement{}",
        line(&from.place)
    );
    Diagnostic::note(Code::TC0312, message)
        .at(index_place(to, name), "")
        .label(from.place.clone(), "this statement")
}

/// TC0313 of a reduction index, TC0315 of another one.
pub fn smaller_end(statement: &Statement, smaller: &Smaller, strict: bool) -> Diagnostic {
    let index = &smaller.index;
    let side = |(end, access, dim): &(Expr, usize, usize)| {
        let access = &statement.accesses[*access];
        let whole = access.subscripts[*dim].as_name() == Some(index);
        if whole {
            format!("{} (`{}.{dim}`)", end.human(), access.tensor)
        } else {
            format!("{} (`{}`)", end.human(), access.human())
        }
    };
    let [first, second] = &smaller.ends;
    let sides = format!("covers the smaller of {} and {}", side(first), side(second));
    let place =
        |(_, access, dim): &(Expr, usize, usize)| statement.accesses[*access].subscript_place(*dim);
    let (severity, code, message) = match (smaller.reduced, strict) {
        (true, false) => (Severity::Note, Code::TC0313, "reduction index"),
        (true, true) => (Severity::Error, Code::TC0313, "reduction index"),
        (false, false) => (Severity::Warning, Code::TC0315, "index"),
        (false, true) => (Severity::Error, Code::TC0315, "index"),
    };
    let found = Diagnostic::new(severity, code, format!("{message} `{index}` {sides}"))
        .at(place(first), "")
        .label(place(second), "");
    if smaller.reduced {
        found
    } else {
        found.help(format!(
        "use one size name for both, another index, or write the range: `where {index} in 0:min({}, {})`",
        first.0.human(),
        second.0.human()
    ))
    }
}

/// TC0314
pub fn narrowed_by_guarded_read(statement: &Statement, loss: &Loss) -> Diagnostic {
    let (name, access) = (&loss.index, &statement.accesses[loss.access]);
    let message = format!(
        "range of `{name}` is {}, not {}: the guard of `{}` does not keep it in bounds",
        loss.range.human(),
        loss.wide.human(),
        access.human()
    );
    let [low, high] = [&loss.wide.low, &loss.wide.high].map(|end| end.human().replace(' ', ""));
    Diagnostic::warning(Code::TC0314, message)
        .at(
            access.place.clone(),
            format!("without this read, `{name}` in {}", loss.wide.human()),
        )
        .help(format!(
            "write the range you meant: `where {name} in {low}:{high}`"
        ))
}

/// The hint for `S(i) = S(i - 1) + x(i)`.
pub const RECURRENCES: &str = "a recurrence is a loop: write the first elements before it, and the statement in `for i in <lower>:<upper> { .. }`";

/// TC0407
pub fn recurrence(statement: &Statement, access: &Access) -> Diagnostic {
    let message = format!(
        "recurrent definition of `{}` is not supported",
        statement.target
    );
    Diagnostic::error(Code::TC0407, message)
        .at(
            access.place.clone().or_else(|| statement.place.clone()),
            format!("`{}` is read here", access.human()),
        )
        .with_note("a statement reads its whole right side before it writes, so no element has a value yet")
        .help(RECURRENCES)
}

fn first_writer<'d>(def: &'d Def, target: &'d str) -> Option<&'d Statement> {
    def.writers(target).next().map(|(_, statement)| statement)
}

/// TC0403
pub fn outside_box(
    def: &Def,
    statement: &Statement,
    name: &str,
    range: &Range,
    dim: &Range,
) -> Diagnostic {
    let target = &statement.target;
    let first = first_writer(def, target);
    let defined = first.map_or_else(String::new, |first| line(&first.place));
    let message = format!(
        "range of `{name}` {} leaves the box {} of `{target}` defined{defined}",
        range.human(),
        dim.human()
    );
    let error = Diagnostic::error(Code::TC0403, message).at(index_place(statement, name), "");
    match first {
        Some(first) => error.label(first.place.clone(), "the box is fixed here"),
        None => error,
    }
}

/// TC0309 for a write
pub fn writes_outside(
    statement: &Statement,
    target: &str,
    value: &Expr,
    range: &Range,
    ranges: &[(String, Range)],
) -> Diagnostic {
    let subscripts: Vec<String> = statement
        .left
        .iter()
        .map(|left| left.expr().human())
        .collect();
    let message = format!(
        "access `{target}({})` is out of bounds: needs {} <= {} < {}",
        subscripts.join(", "),
        range.low.human(),
        value.human(),
        range.high.human()
    );
    let inside = value.names();
    let known = ranges
        .iter()
        .filter(|(name, _)| inside.contains(&name.as_str()));
    let known: Vec<String> = known
        .map(|(name, range)| format!("{name} in {}", range.human()))
        .collect();
    let error = Diagnostic::error(Code::TC0309, message)
        .at(statement.place.clone(), "written here")
        .help("shrink the range, or the loop, or declare larger extents");
    if known.is_empty() {
        error
    } else {
        error.with_note(format!("known: {}", known.join(", ")))
    }
}

/// TC0306 for a write
pub fn unchecked_write(statement: &Statement, dim: usize, range: &Range) -> Diagnostic {
    let value = statement.shown(&statement.left[dim].expr());
    let message = format!(
        "unchecked access: needs {} <= {} < {} where `{}` is written",
        range.low.human(),
        value.as_deref().unwrap_or(".."),
        range.high.human(),
        statement.target
    );
    let last = Expr::sub(range.high.clone(), Expr::Const(1)).human();
    let clamp = format!(
        "max(min({}, {last}), {})",
        value.as_deref().unwrap_or(".."),
        range.low.human()
    );
    Diagnostic::warning(Code::TC0306, message)
        .at(statement.place.clone(), "")
        .help(format!("clamp the subscript: `{clamp}`"))
}

/// TC0311 for a box
pub fn no_hull(statement: &Statement, dim: usize) -> Diagnostic {
    let shown = statement.left[dim].expr().human();
    let message = format!(
        "cannot infer the range of `{shown}`: the values of all iterations have no common form for all sizes"
    );
    let target = &statement.target;
    Diagnostic::error(Code::TC0311, message)
        .at(statement.place.clone(), format!("writes `{target}`"))
        .help(format!("give the extents: `-> (float(<extent>) {target})`"))
}

fn element(name: &str, subscripts: &[i64]) -> String {
    let list: Vec<String> = subscripts.iter().map(i64::to_string).collect();
    if list.is_empty() {
        name.to_string()
    } else {
        format!("{name}({})", list.join(", "))
    }
}

/// TC0408
pub fn read_before_written(
    tensor: &Tensor,
    place: &Option<Place>,
    witness: Option<(Vec<i64>, String)>,
) -> Diagnostic {
    let name = &tensor.name;
    let message = match witness {
        Some((subscripts, values)) if values.is_empty() => {
            format!(
                "`{}` is read before it is written",
                element(name, &subscripts)
            )
        }
        Some((subscripts, values)) => {
            let element = element(name, &subscripts);
            format!("`{element}` is read before it is written at {values}")
        }
        None => format!("elements of `{name}` may be read before they are written"),
    };
    Diagnostic::error(Code::TC0408, message)
        .at(place.clone(), "")
        .help(format!(
            "write the first elements of `{name}` before the loop, or begin the loop where they exist"
        ))
}

/// TC0409
pub fn never_written(tensor: &Tensor, witness: Option<(Vec<i64>, String)>) -> Diagnostic {
    let name = &tensor.name;
    let message = match witness {
        Some((subscripts, sizes)) if sizes.is_empty() => {
            format!("`{}` is never written", element(name, &subscripts))
        }
        Some((subscripts, sizes)) => {
            format!("`{}` is never written, {sizes}", element(name, &subscripts))
        }
        None => format!("elements of `{name}` may never be written"),
    };
    Diagnostic::error(Code::TC0409, message)
        .at(
            tensor.place.clone(),
            "every element of a return has a value",
        )
        .help(format!(
            "write the rest of `{name}` in a statement of its own"
        ))
}

/// TC0410
pub fn two_points(statement: &Statement, points: Option<(String, String)>) -> Diagnostic {
    let target = &statement.target;
    let subscripts: Vec<String> = statement
        .left
        .iter()
        .map(|left| left.expr().human())
        .collect();
    let element = format!("{target}({})", subscripts.join(", "));
    let message = match points {
        Some((a, b)) => format!("two points write one element of `{element}`: {a} and {b}"),
        None => format!("two points may write one element of `{element}`"),
    };
    Diagnostic::error(Code::TC0410, message)
        .at(statement.place.clone(), "")
        .help("combine what meets in one element: `+=`, `*=`, `min=` or `max=`")
}

/// TC0405
pub fn rank_changed(def: &Def, statement: &Statement, rank: usize) -> Diagnostic {
    let target = &statement.target;
    let since = first_writer(def, target)
        .and_then(|first| first.place.as_ref())
        .map_or_else(String::new, |place| {
            format!(" since line {}", place.start.line)
        });
    let message = format!(
        "`{target}` has {rank} dimensions{since}, found {}",
        statement.left.len()
    );
    Diagnostic::error(Code::TC0405, message).at(statement.place.clone(), "")
}

/// TC0228 on ranks
pub fn declared_rank(tensor: &Tensor, declared: usize, inferred: usize) -> Diagnostic {
    let message = format!(
        "`{}` is declared with {declared} dimensions, inferred {inferred}",
        tensor.name
    );
    Diagnostic::error(Code::TC0228, message).at(tensor.place.clone(), "")
}

/// TC0228 on extents
pub fn declared_extent(tensor: &Tensor, declared: &Expr, inferred: &Expr) -> Diagnostic {
    let message = format!(
        "`{}` is declared with extent {}, inferred {}",
        tensor.name,
        declared.human(),
        inferred.human()
    );
    Diagnostic::error(Code::TC0228, message).at(tensor.place.clone(), "")
}

/// TC0504 for a precondition that no sizes satisfy: extents of arguments that never agree.
pub fn never_holds(def: &Def, condition: &Condition) -> Diagnostic {
    let message = format!("sizes disagree: `{}` never holds", condition.human());
    Diagnostic::error(Code::TC0504, message).at(def.place.clone(), "")
}
