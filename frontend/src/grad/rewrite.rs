//! Terms under other names: symbolic parts are replaced, everything above them is built again and
//! folded.

use super::terms::{Id, Kind, Place, Source, Terms};
use std::collections::HashMap;
use tc_syntax::expr::Expr;
use tc_syntax::tc::ast::BinaryOp;

/// How symbolic parts are replaced.
pub(super) struct Replacement<'r> {
    /// What replaces a subscript, or arithmetic in a value.
    pub(super) expression: &'r dyn Fn(&Expr) -> Expr,
    /// What is read in place of a source.
    pub(super) source: &'r dyn Fn(Source) -> Source,
    /// A comparison of such expressions, if it is known.
    pub(super) decide: &'r dyn Fn(BinaryOp, &Expr, &Expr) -> Option<bool>,
}

impl Terms {
    /// The term with each symbolic expression replaced.
    pub(super) fn rewritten(&mut self, root: Id, replace: &Replacement<'_>) -> Id {
        self.rewritten_from(root, replace, HashMap::new())
    }

    /// The term with one of its parts replaced.
    pub(super) fn replaced(&mut self, root: Id, part: Id, by: Id) -> Id {
        let nothing = Replacement {
            expression: &Expr::clone,
            source: &|source| source,
            decide: &|_, _, _| None,
        };
        self.rewritten_from(root, &nothing, HashMap::from([(part, by)]))
    }

    fn rewritten_from(
        &mut self,
        root: Id,
        replace: &Replacement<'_>,
        mut new: HashMap<Id, Id>,
    ) -> Id {
        for id in self.reachable(root) {
            if !new.contains_key(&id) {
                let made = self.rewritten_one(id, &new, replace);
                new.insert(id, made);
            }
        }
        new[&root]
    }

    fn rewritten_one(&mut self, id: Id, new: &HashMap<Id, Id>, replace: &Replacement<'_>) -> Id {
        let term = self.get(id).clone();
        let scalar = term.scalar;
        match term.kind {
            Kind::Integer(_) | Kind::Floating(_) => id,
            Kind::Symbol(expr) => self.symbol((replace.expression)(&expr), scalar),
            Kind::Read(source, places) => {
                let places = places.into_iter().map(|place| match place {
                    Place::Symbolic(expr) => Place::Symbolic((replace.expression)(&expr)),
                    Place::Value(value) => Place::Value(new[&value]),
                });
                let places = places.collect();
                self.read((replace.source)(source), places, scalar)
            }
            Kind::Convert { operand, explicit } => {
                let operand = new[&operand];
                // A replaced read may have the type already.
                if self.scalar(operand) == scalar && !explicit {
                    operand
                } else {
                    self.make(Kind::Convert { operand, explicit }, scalar)
                }
            }
            Kind::Negate(a) => self.make(Kind::Negate(new[&a]), scalar),
            Kind::Not(a) => self.not(new[&a]),
            Kind::Binary(op, a, b) => self.binary(op, new[&a], new[&b], scalar),
            Kind::Compare(op, _, a, b) => {
                let (a, b) = (new[&a], new[&b]);
                let known = self
                    .as_symbolic(a)
                    .zip(self.as_symbolic(b))
                    .and_then(|(x, y)| (replace.decide)(op, &x, &y));
                match known {
                    Some(known) => self.boolean(known),
                    None => self.compare(op, a, b),
                }
            }
            Kind::Extremum(op, a, b) => self.make(Kind::Extremum(op, new[&a], new[&b]), scalar),
            Kind::Builtin(function, arguments) => {
                let arguments = arguments.iter().map(|one| new[one]).collect();
                self.make(Kind::Builtin(function, arguments), scalar)
            }
            Kind::Choose(condition, a, b) => self.choose(new[&condition], new[&a], new[&b]),
        }
    }
}
