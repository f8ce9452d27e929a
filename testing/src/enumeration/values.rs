//! The tree, executed over symbolic values.
//!
//! The original order determines the write that each read finds. The tree is then executed twice in
//! parallel: over the accessed places, and over the original elements. Each access must find the
//! value of its original element in its place, each read the value that it finds in the original
//! order, and at the end each element of an argument must have the value that the program leaves
//! there.
//!
//! Updates of a reduction may be reordered: their result is the initial value and the set of
//! updates.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use super::points::Tuple;
use super::races::Home;
use super::run::{Execution, Program, Touch};
use tc_scop::accesses::AccessKind;

/// The contents of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    /// The initial contents of an argument.
    Initial(Tuple),
    /// The value that an instance wrote with one of its accesses.
    Written(Tuple, usize),
    /// The result of updates of one reduction on a value.
    Sum {
        base: Option<Rc<Value>>,
        statement: String,
        updates: Updates,
    },
}

/// A set of updates: their number, and the sum of their hashes, which does not depend on their
/// order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Updates {
    count: usize,
    hashes: u64,
}

impl Updates {
    fn with(self, instance: &Tuple) -> Updates {
        let mut hasher = DefaultHasher::new();
        instance.hash(&mut hasher);
        Updates {
            count: self.count + 1,
            hashes: self.hashes.wrapping_add(hasher.finish()),
        }
    }
}

type Held = Option<Rc<Value>>;
type Place = (Tuple, Option<Home>);

struct Machine<'p, 'a> {
    program: &'p Program<'a>,
    /// The value that each read of the program finds in the original order.
    expected: HashMap<(Tuple, usize), Held>,
    /// The contents of each element after the program.
    last: HashMap<Tuple, Held>,
    /// The contents of places.
    places: HashMap<Place, Held>,
    /// The contents of elements in the order of the tree.
    meant: HashMap<Tuple, Held>,
    wrong: Vec<String>,
}

/// All accesses that do not find the value of their original element.
pub fn check(program: &Program<'_>) -> Vec<String> {
    let mut machine = Machine {
        program,
        expected: HashMap::new(),
        last: HashMap::new(),
        places: HashMap::new(),
        meant: HashMap::new(),
        wrong: Vec::new(),
    };
    machine.original();
    for execution in &program.executions {
        if program.recomputing.contains_key(&execution.instance.name) {
            machine.again(execution)
        } else if execution.added.is_some() {
            machine.copy(execution)
        } else {
            machine.statement(execution)
        }
    }
    machine.end();
    machine.wrong
}

impl Machine<'_, '_> {
    fn initial(&self, element: &Tuple) -> Held {
        let array = self.program.array(&element.name)?;
        let is_argument = array.kind.is_argument();
        is_argument.then(|| Rc::new(Value::Initial(element.clone())))
    }

    /// The contents of a place, even if nothing has been written to it yet.
    fn held(&self, place: &Place) -> Held {
        match self.places.get(place) {
            Some(held) => held.clone(),
            None => self.initial(&place.0),
        }
    }

    fn meaning(&self, element: &Tuple) -> Held {
        match self.meant.get(element) {
            Some(held) => held.clone(),
            None => self.initial(element),
        }
    }

    /// Executes the program in its original order.
    fn original(&mut self) {
        let program = self.program;
        for instance in &program.original {
            for (number, touch) in program.touches_of(instance).iter().enumerate() {
                let Some(element) = only(&touch.means) else {
                    continue;
                };
                let found = match self.last.get(element) {
                    Some(held) => held.clone(),
                    None => self.initial(element),
                };
                match touch.kind {
                    AccessKind::Read => {
                        self.expected.insert((instance.clone(), number), found);
                    }
                    AccessKind::Write => {
                        let value = written(instance, number, touch, &found);
                        self.last.insert(element.clone(), value);
                    }
                }
            }
        }
    }

    fn statement(&mut self, execution: &Execution) {
        let program = self.program;
        for (number, touch) in program.touches(execution).iter().enumerate() {
            let (Some(element), Some(place)) = (only(&touch.means), only(&touch.places)) else {
                continue;
            };
            let key = (place.clone(), program.home(execution, &place.name));
            let found = self.held(&key);
            // Local arrays that are not tiles have several elements of one name; the contents are
            // what is meant.
            let own = program.is_local(&element.name) || program.is_scratch(touch);
            let meant = if own {
                found.clone()
            } else {
                self.meaning(element)
            };
            match touch.kind {
                AccessKind::Read => {
                    let expected = self.expected.get(&(execution.instance.clone(), number));
                    let reordered = touch.accumulates && !program.is_scratch(touch);
                    let right = reordered || expected.is_none_or(|value| *value == found);
                    if found != meant || !right {
                        let instance = &execution.instance;
                        self.wrong.push(format!(
                            "{instance} reads {} of {place} for {element}, not {}",
                            text(&found),
                            text(if found != meant {
                                &meant
                            } else {
                                expected.unwrap_or(&meant)
                            })
                        ));
                    }
                }
                AccessKind::Write => {
                    let value = written(&execution.instance, number, touch, &meant);
                    self.places.insert(key, value.clone());
                    if !own {
                        self.meant.insert(element.clone(), value);
                    }
                }
            }
        }
    }

    /// What is computed again reads what its original reads, and leaves what that leaves, a sum
    /// with the same terms included.
    fn again(&mut self, execution: &Execution) {
        let program = self.program;
        let original = program.stands_for(execution);
        let meant = program.touches_of(&original);
        let mine = program.touches(execution);
        let instance = &execution.instance;
        if !program.original.contains(&original) || meant.len() != mine.len() {
            self.wrong.push(format!(
                "{instance} stands for nothing that the program does"
            ));
            return;
        }
        for (number, (touch, meant)) in mine.iter().zip(meant).enumerate() {
            if touch.means != meant.means {
                self.wrong
                    .push(format!("{instance} has another element than {original}"));
            }
            let Some(place) = only(&touch.places) else {
                continue;
            };
            let key = (place.clone(), program.home(execution, &place.name));
            let found = self.held(&key);
            match touch.kind {
                AccessKind::Read => {
                    let expected = self.expected.get(&(original.clone(), number));
                    if let Some(expected) = expected.filter(|value| **value != found) {
                        self.wrong.push(format!(
                            "{instance} reads {} of {place}, not {}",
                            text(&found),
                            text(expected)
                        ));
                    }
                }
                AccessKind::Write => {
                    let value = written(&original, number, meant, &found);
                    self.places.insert(key, value);
                }
            }
        }
    }

    /// A copy moves the value of its load, which must be the one of the element that the copy
    /// moves.
    fn copy(&mut self, execution: &Execution) {
        let program = self.program;
        let [load, store] = program.touches(execution) else {
            return;
        };
        let is_tile = |touch: &Touch| {
            let mut places = touch.places.iter();
            places.any(|place| program.tiles.contains(&place.name))
        };
        let said = [load, store]
            .into_iter()
            .find_map(|touch| only(&touch.means));
        let other = match (is_tile(load), is_tile(store)) {
            (true, false) => only(&store.places),
            (false, true) => only(&load.places),
            _ => None,
        };
        let (Some(element), Some(from), Some(to)) =
            (said.or(other), only(&load.places), only(&store.places))
        else {
            let instance = &execution.instance;
            self.wrong
                .push(format!("{instance} does not say what it moves"));
            return;
        };
        let value = self.held(&(from.clone(), program.home(execution, &from.name)));
        let meant = self.meaning(element);
        if value != meant || value.is_none() {
            let instance = &execution.instance;
            let (found, meant) = (text(&value), text(&meant));
            self.wrong.push(format!(
                "{instance} moves {found} of {from} for {element}, not {meant}"
            ));
        }
        let home = program.home(execution, &to.name);
        self.places.insert((to.clone(), home), value);
    }

    /// At the end, arguments have the values that the program leaves there.
    fn end(&mut self) {
        let mut wrong = Vec::new();
        for (element, expected) in &self.last {
            let array = self.program.array(&element.name);
            let is_argument = array.is_some_and(|array| array.kind.is_argument());
            let found = self.held(&(element.clone(), None));
            if is_argument && found != *expected {
                let (found, expected) = (text(&found), text(expected));
                wrong.push(format!("{element} is {found} in the end, not {expected}"));
            }
        }
        wrong.sort();
        self.wrong.extend(wrong);
    }
}

/// The only tuple of a list; `None` if a subscript is not affine or the access does not happen.
fn only(tuples: &[Tuple]) -> Option<&Tuple> {
    match tuples {
        [one] => Some(one),
        _ => None,
    }
}

/// The contents after a write to a place with contents `found`.
fn written(instance: &Tuple, number: usize, touch: &Touch, found: &Held) -> Held {
    if !touch.accumulates {
        return Some(Rc::new(Value::Written(instance.clone(), number)));
    }
    let (base, updates) = match found.as_deref() {
        Some(Value::Sum {
            base,
            statement,
            updates,
        }) if *statement == instance.name => (base.clone(), *updates),
        _ => (found.clone(), Updates::default()),
    };
    Some(Rc::new(Value::Sum {
        base,
        statement: instance.name.clone(),
        updates: updates.with(instance),
    }))
}

fn text(held: &Held) -> String {
    match held.as_deref() {
        None => "nothing".to_owned(),
        Some(Value::Initial(element)) => format!("the first value of {element}"),
        Some(Value::Written(instance, _)) => format!("what {instance} wrote"),
        Some(Value::Sum {
            statement, updates, ..
        }) => {
            format!("the sum of {} updates of {statement}", updates.count)
        }
    }
}
