//! Checks that dependent executions of the original program run in its order, and that the flags of
//! bands are true.
//!
//! Two instances depend on each other if they access the same element and one of them writes it.
//! Local arrays that are not tiles have several copies of each element; [`super::values`] checks
//! them.

use std::collections::HashMap;

use super::points::Tuple;
use super::run::{Execution, Flags, Program, Relation, Step};
use tc_scop::accesses::AccessKind;

/// One access to an element, by the number of its execution.
#[derive(Clone, Copy)]
struct Use {
    /// The instance's place in the original order; `None` for copies.
    original: Option<usize>,
    execution: usize,
    writes: bool,
    accumulates: bool,
    atomic: bool,
}

/// Two dependent executions, the first one first in the original order.
struct Pair {
    first: usize,
    second: usize,
    /// Whether both are updates of one reduction.
    updates: bool,
}

/// All dependences that are broken, and all flags that are false.
pub fn check(program: &Program<'_>) -> Vec<String> {
    let pairs = dependent(program);
    let mut wrong = Vec::new();
    for pair in &pairs {
        let (first, second) = (
            &program.executions[pair.first],
            &program.executions[pair.second],
        );
        let how = match first.relation(second) {
            Some(Relation::Before) | None => continue,
            Some(Relation::After) if pair.updates => continue,
            Some(Relation::After) => "runs after".to_owned(),
            Some(Relation::Apart(kind)) => format!("runs at the same time ({kind}) as"),
            Some(Relation::Unordered) => "runs in no order with".to_owned(),
        };
        wrong.push(format!("{} {how} {}", first.instance, second.instance));
    }
    for band in &program.bands {
        wrong.extend(false_flags(program, band, &pairs));
        wrong.extend(false_for_copies(program, band));
    }
    wrong
}

fn dependent(program: &Program<'_>) -> Vec<Pair> {
    let order: HashMap<&Tuple, usize> = program
        .original
        .iter()
        .enumerate()
        .map(|(at, instance)| (instance, at))
        .collect();
    let mut uses: HashMap<&Tuple, Vec<Use>> = HashMap::new();
    for (number, execution) in program.executions.iter().enumerate() {
        let original = order.get(&program.stands_for(execution)).copied();
        let again = program.recomputing.contains_key(&execution.instance.name);
        for touch in program.touches(execution) {
            // What is computed again is found where it is: `values` looks at that.
            if program.is_scratch(touch) || again && touch.kind == AccessKind::Write {
                continue;
            }
            let elements = touch.means.iter().filter(|element| {
                !program.is_local(&element.name) || program.tiles.contains(&element.name)
            });
            for element in elements.filter(|_| original.is_some()) {
                uses.entry(element).or_default().push(Use {
                    original,
                    execution: number,
                    writes: touch.kind == AccessKind::Write,
                    accumulates: touch.accumulates,
                    atomic: touch.atomic,
                });
            }
        }
    }
    let mut pairs = Vec::new();
    for list in uses
        .values()
        .filter(|list| list.iter().any(|one| one.writes))
    {
        for one in list {
            for other in list.iter().filter(|other| one.original < other.original) {
                if one.writes || other.writes {
                    let name = |one: &Use| &program.executions[one.execution].instance.name;
                    if one.atomic && other.atomic && name(one) == name(other) {
                        continue;
                    }
                    pairs.push(Pair {
                        first: one.execution,
                        second: other.execution,
                        updates: one.accumulates && other.accumulates && name(one) == name(other),
                    });
                }
            }
        }
    }
    pairs
}

/// The value of a member of a band for an execution below it.
fn value(execution: &Execution, band: &Flags, member: usize) -> Option<i64> {
    match execution.steps.get(band.depth + member) {
        Some(Step::Member { value, .. }) => Some(*value),
        _ => None,
    }
}

/// Whether two executions reach a band together.
fn together(one: &Execution, other: &Execution, band: &Flags) -> bool {
    one.steps.get(..band.depth) == other.steps.get(..band.depth)
}

fn false_flags(program: &Program<'_>, band: &Flags, pairs: &[Pair]) -> Vec<String> {
    let mut below = vec![false; program.executions.len()];
    for &number in &band.below {
        below[number] = true;
    }
    let mut wrong = Vec::new();
    for pair in pairs
        .iter()
        .filter(|pair| below[pair.first] && below[pair.second])
    {
        let (first, second) = (
            &program.executions[pair.first],
            &program.executions[pair.second],
        );
        if !together(first, second, band) {
            continue;
        }
        for (member, coincident) in band.coincident.iter().enumerate() {
            let (here, there) = (value(first, band, member), value(second, band, member));
            let flag = match () {
                () if *coincident && here != there => "coincident",
                () if band.permutable && !pair.updates && here > there => "permutable",
                () => continue,
            };
            let (path, first, second) = (&band.path, &first.instance, &second.instance);
            wrong.push(format!(
                "member {member} of the band {path} is not {flag}: {first} and {second}"
            ));
        }
    }
    wrong
}

/// Copies that a coincident member separates may not access one place.
fn false_for_copies(program: &Program<'_>, band: &Flags) -> Vec<String> {
    let mut places: HashMap<_, Vec<(usize, bool)>> = HashMap::new();
    for &number in &band.below {
        let execution = &program.executions[number];
        // Flags are claims about what reaches the band; copies that are added below do not.
        if execution.added.is_none_or(|steps| steps > band.depth) {
            continue;
        }
        for touch in program.touches(execution) {
            for place in &touch.places {
                let key = (place, program.home(execution, &place.name));
                let writes = touch.kind == AccessKind::Write;
                places.entry(key).or_default().push((number, writes));
            }
        }
    }
    let mut wrong = Vec::new();
    for ((place, _), list) in &places {
        for (at, (one, writes)) in list.iter().enumerate() {
            for (other, also) in &list[at + 1..] {
                let (one, other) = (&program.executions[*one], &program.executions[*other]);
                if !(*writes || *also) || !together(one, other, band) {
                    continue;
                }
                for (member, coincident) in band.coincident.iter().enumerate() {
                    if *coincident && value(one, band, member) != value(other, band, member) {
                        let (path, one, other) = (&band.path, &one.instance, &other.instance);
                        wrong.push(format!(
                            "member {member} of the band {path} is not coincident: {one} and {other} at {place}"
                        ));
                    }
                }
            }
        }
    }
    wrong
}
