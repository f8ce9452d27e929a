//! The statements and arrays for the comprehensions of a def.
//!
//! A comprehension becomes one statement, or several if its meaning has several steps:
//!
//! | comprehension | statements |
//! | --- | --- |
//! | `T(l) = v` | `T[l] = v` |
//! | `T(l) += v` | `T[l] += v` over all indices |
//! | `T(l) +=! v` | `T[l] = 0` over the left indices; `T[l] += v` |
//! | `T(l) += v`, T half or bfloat16 | `acc[l] = float(T[l])`; `acc[l] += v`; `T[l] = half(acc[l])` |
//! | `T(l) += T(l) * w(k)` | `old[l] = T[l]`; `T[l] += old[l] * w[k]`: every term sees the value from before |
//! | `T(l) += T(f(l)) * w(k)`, `f(l)` is `l` for some instances | `acc[l] = T[l]`; `acc[l] += T[f(l)] * w[k]`; `T[l] = acc[l]` |
//! | `T(X(k)) +=! v` | `T[d] = 0` over the whole box; `T[X[k]] += v` |
//! | `(m(l), a(l)) max=! (v, p)` | `m[l] = -inf`; `a[l] = largest integer`; `m[l], a[l] = ...` |
//!
//! `acc` and `old` are temporaries of the size of T. The plan is data: names, ranges, arrays,
//! without operations. The indices of the loops around a comprehension are the first ones of each
//! of its statements.

use tc_dialects::tc::{Range, Reduction};
use tc_syntax::expr::{Expr, Operator, Symbol};

/// The elements of the target that a body reads; of several reads, the greatest value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OwnReads {
    /// It reads elements that no instance writes, or none.
    Elsewhere,
    /// It reads the element that it writes, at the left-hand indices as they are written.
    AsWritten,
    /// Some instances read the element that they write, at other subscripts: only the ranges show
    /// that.
    Hidden,
}

/// A subscript of the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Left {
    /// The index at this position.
    Index(usize),
    /// One value in each iteration of the loops.
    Fixed(Expr),
    /// A scatter: an expression of the indices, or none where the body computes it.
    Scattered(Option<Expr>),
}

/// The plan's input for one comprehension.
#[derive(Clone, Debug)]
pub struct Comprehension {
    /// The number of the tensor that is written; of a pair, of the one with the values.
    pub target: usize,
    /// Of a pair: the number of the tensor with the places.
    pub place: Option<usize>,
    /// The target's subscripts.
    pub left: Vec<Left>,
    /// The names and ranges, those of loops first, the outermost first.
    pub indices: Vec<(String, Range)>,
    /// The number of loops around it.
    pub loops: usize,
    /// The operator that combines with the old contents; `None` for a plain assignment.
    pub combine: Option<Reduction>,
    /// Whether the identity is stored first.
    pub init: bool,
    /// Which of its instances read the target.
    pub own_reads: OwnReads,
}

/// The plan's input for one tensor.
#[derive(Clone, Debug)]
pub struct Tensor {
    /// The name in the source.
    pub name: String,
    /// The range of logical subscripts, for each dimension.
    pub dims: Vec<Range>,
    /// Whether the element type is rounded from a wider one in which reductions accumulate.
    pub narrow: bool,
}

/// A temporary that the plan adds, with the shape of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Helper {
    /// A name that no tensor has.
    pub name: String,
    /// The tensor whose box it has.
    pub like: usize,
    /// Whether elements have the type in which `like` accumulates, not the type it stores.
    pub wide: bool,
}

/// An array of the scop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Array {
    /// A tensor of the def.
    Tensor(usize),
    /// A helper of the plan.
    Helper(usize),
}

/// The effect of one instance of a statement on `target[left]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Stores the identity.
    Fill(Reduction),
    /// Stores the same element of another array, converted.
    Copy(Array),
    /// Stores the value of the body, combined with the old contents if there is an operator.
    Compute {
        /// The operator; `None` for a plain store.
        combine: Option<Reduction>,
        /// The array from which the body reads elements of the target: not the target once updates
        /// have begun.
        own_elements_from: Array,
        /// Which of its instances read the target.
        own_reads: OwnReads,
        /// Of a pair: the array with the places.
        place: Option<Array>,
    },
}

/// One statement of the scop.
#[derive(Clone, Debug)]
pub struct PlannedStatement {
    /// The name of the tuple in isl: `S0`, `S1`, ... in text order.
    pub name: String,
    /// The comprehension it comes from.
    pub comprehension: usize,
    /// The names and ranges, those of loops first, the outermost first.
    pub indices: Vec<(String, Range)>,
    /// For each index: whether instances that differ in it write different elements.
    pub on_left: Vec<bool>,
    /// The array that it writes.
    pub target: Array,
    /// The target's subscripts; none where the body computes it.
    pub left: Vec<Option<Expr>>,
    /// What it does.
    pub action: Action,
    /// The operator with which several instances update one element.
    pub reduces: Option<Reduction>,
}

/// The statements and helpers of a def.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// In execution order.
    pub statements: Vec<PlannedStatement>,
    /// The temporaries of the plan.
    pub helpers: Vec<Helper>,
}

impl Plan {
    /// Plans all comprehensions in text order.
    pub fn new(tensors: &[Tensor], comprehensions: &[Comprehension]) -> Plan {
        let mut plan = Plan::default();
        for (number, comprehension) in comprehensions.iter().enumerate() {
            let mut lowering = Lowering {
                plan: &mut plan,
                tensors,
                number,
                comprehension,
            };
            match comprehension.combine {
                None => lowering.assignment(),
                Some(combine) => lowering.update(combine),
            }
        }
        plan
    }

    /// The helper `{tensor}_{suffix}`, created on first use.
    fn helper(&mut self, tensors: &[Tensor], like: usize, suffix: &str, wide: bool) -> Array {
        if let Some(known) = self
            .helpers
            .iter()
            .position(|helper| helper.like == like && helper.wide == wide)
        {
            return Array::Helper(known);
        }
        let mut name = format!("{}_{suffix}", tensors[like].name);
        while tensors.iter().any(|tensor| tensor.name == name)
            || self.helpers.iter().any(|other| other.name == name)
        {
            name.push('_');
        }
        self.helpers.push(Helper { name, like, wide });
        Array::Helper(self.helpers.len() - 1)
    }
}

/// One comprehension, whose statements are appended to the plan.
struct Lowering<'a> {
    plan: &'a mut Plan,
    tensors: &'a [Tensor],
    number: usize,
    comprehension: &'a Comprehension,
}

impl Comprehension {
    /// The positions of the indices on the left.
    fn on_left(&self) -> Vec<usize> {
        let position = |left: &Left| match left {
            Left::Index(at) => Some(*at),
            _ => None,
        };
        self.left.iter().filter_map(position).collect()
    }

    fn is_scatter(&self) -> bool {
        let scatters = |left: &Left| matches!(left, Left::Scattered(_));
        self.left.iter().any(scatters)
    }

    /// The subscripts of the target as expressions.
    fn subscripts(&self) -> Vec<Option<Expr>> {
        let subscript = |left: &Left| match left {
            Left::Index(at) => Some(Expr::name(&self.indices[*at].0)),
            Left::Fixed(expr) => Some(expr.clone()),
            Left::Scattered(expr) => expr.clone(),
        };
        self.left.iter().map(subscript).collect()
    }
}

impl Lowering<'_> {
    fn assignment(&mut self) {
        let target = Array::Tensor(self.comprehension.target);
        let action = Action::Compute {
            combine: None,
            own_elements_from: target,
            own_reads: self.comprehension.own_reads,
            place: None,
        };
        self.all_instances(target, action, None);
    }

    fn update(&mut self, combine: Reduction) {
        let comprehension = self.comprehension;
        let target = Array::Tensor(comprehension.target);
        let own = comprehension.indices.len() - comprehension.loops;
        let several = comprehension.is_scatter() || comprehension.on_left().len() < own;
        let wide = self.tensors[comprehension.target].narrow;
        let keeps_old = !wide && (several || comprehension.init);
        // The target keeps its old contents until the accumulator is complete.
        let apart = wide || keeps_old && comprehension.own_reads == OwnReads::Hidden;
        let accumulator = if apart {
            self.helper("acc", wide)
        } else {
            target
        };
        let own_elements_from = match comprehension.own_reads {
            OwnReads::AsWritten if keeps_old => {
                let old = self.helper("old", false);
                self.per_element(old, Action::Copy(target));
                old
            }
            _ => target,
        };
        let place = comprehension.place.map(Array::Tensor);
        if comprehension.init {
            self.per_element(accumulator, Action::Fill(combine));
            if let Some(place) = place {
                self.per_element(place, Action::Fill(Reduction::Min));
            }
        } else if apart {
            self.per_element(accumulator, Action::Copy(target));
        }
        let action = Action::Compute {
            combine: Some(combine),
            own_elements_from,
            own_reads: comprehension.own_reads,
            place,
        };
        let reduces = (several && place.is_none()).then_some(combine);
        self.all_instances(accumulator, action, reduces);
        if apart {
            self.per_element(target, Action::Copy(accumulator));
        }
    }

    /// A statement over all indices.
    fn all_instances(&mut self, target: Array, action: Action, reduces: Option<Reduction>) {
        let comprehension = self.comprehension;
        let left = if comprehension.is_scatter() {
            Vec::new()
        } else {
            comprehension.on_left()
        };
        self.push(PlannedStatement {
            on_left: (0..comprehension.indices.len())
                .map(|at| left.contains(&at))
                .collect(),
            left: comprehension.subscripts(),
            reduces,
            ..self.statement(comprehension.indices.clone(), target, action)
        });
    }

    /// A statement for the elements that the comprehension starts from: those at its indices on the
    /// left; where it scatters, all at its fixed subscripts.
    fn per_element(&mut self, target: Array, action: Action) {
        let comprehension = self.comprehension;
        if comprehension.is_scatter() {
            return self.over_box(target, action);
        }
        let left = comprehension.on_left();
        let loops = comprehension.loops;
        let indices = (0..loops)
            .chain(left.iter().copied())
            .map(|at| comprehension.indices[at].clone());
        self.push(PlannedStatement {
            on_left: (0..loops + left.len()).map(|at| at >= loops).collect(),
            left: comprehension.subscripts(),
            ..self.statement(indices.collect(), target, action)
        });
    }

    /// A statement for all elements of the box of the target at its fixed subscripts: for none
    /// where one of these is outside of the box.
    fn over_box(&mut self, target: Array, action: Action) {
        let comprehension = self.comprehension;
        let loops = comprehension.loops;
        let mut indices = comprehension.indices[..loops].to_vec();
        let mut left = Vec::new();
        let dims = self.tensors[comprehension.target].dims.iter();
        for (dim, (range, subscript)) in dims.zip(&comprehension.left).enumerate() {
            let around = &comprehension.indices[..loops];
            let range = match subscript {
                Left::Fixed(expr) if is_linear(expr) && is_inside(expr, range, around) => {
                    left.push(Some(expr.clone()));
                    continue;
                }
                Left::Fixed(expr) => Range::new(
                    Expr::max(range.lower.clone(), expr.clone()),
                    Expr::min(range.upper.clone(), Expr::add(expr.clone(), Expr::Const(1))),
                ),
                _ => range.clone(),
            };
            let mut name = format!("d{dim}");
            while indices.iter().any(|(known, _)| *known == name) {
                name.push('_');
            }
            left.push(Some(Expr::name(&name)));
            indices.push((name, range));
        }
        self.push(PlannedStatement {
            on_left: (0..indices.len()).map(|at| at >= loops).collect(),
            left,
            ..self.statement(indices, target, action)
        });
    }

    /// A statement with the next name.
    fn statement(
        &self,
        indices: Vec<(String, Range)>,
        target: Array,
        action: Action,
    ) -> PlannedStatement {
        PlannedStatement {
            name: format!("S{}", self.plan.statements.len()),
            comprehension: self.number,
            indices,
            on_left: Vec::new(),
            target,
            left: Vec::new(),
            action,
            reduces: None,
        }
    }

    fn push(&mut self, statement: PlannedStatement) {
        self.plan.statements.push(statement);
    }

    /// The helper of the target with this suffix.
    fn helper(&mut self, suffix: &str, wide: bool) -> Array {
        self.plan
            .helper(self.tensors, self.comprehension.target, suffix, wide)
    }
}

/// Whether an expression is a sum, so that its ends are at the first and the last value of a loop.
fn is_linear(expr: &Expr) -> bool {
    match expr {
        Expr::Binary(Operator::Add | Operator::Sub, a, b) => is_linear(a) && is_linear(b),
        Expr::Binary(Operator::Mul, a, b) => a.as_const().is_some() && is_linear(b),
        Expr::Binary(..) => false,
        _ => true,
    }
}

/// Whether a linear expression is in a range in all iterations of loops: it is at the first and the
/// last value of each, by a distance that is a number.
fn is_inside(expr: &Expr, range: &Range, loops: &[(String, Range)]) -> bool {
    let Some(((name, values), outer)) = loops.split_last() else {
        let distance = |a: &Expr, b: &Expr| Expr::sub(a.clone(), b.clone()).normalized(&[]);
        let is_at_least = |a: &Expr, b: &Expr, least: i64| {
            let distance = distance(a, b).and_then(|distance| distance.as_const());
            distance.is_some_and(|distance| distance >= least)
        };
        return is_at_least(expr, &range.lower, 0) && is_at_least(&range.upper, expr, 1);
    };
    if !expr.mentions(name) {
        return is_inside(expr, range, outer);
    }
    let last = Expr::sub(values.upper.clone(), Expr::Const(1));
    [&values.lower, &last].into_iter().all(|end| {
        let at = |symbol: &Symbol| (symbol.as_name() == Some(name)).then(|| end.clone());
        is_inside(&expr.substitute(&at), range, outer)
    })
}

#[cfg(test)]
mod tests {
    use tc_syntax::expr::Expr;

    use super::*;

    fn range(upper: &str) -> Range {
        Range {
            lower: Expr::from(0),
            upper: Expr::name(upper),
        }
    }

    fn row_sum(init: bool, own_reads: OwnReads) -> Comprehension {
        Comprehension {
            target: 0,
            place: None,
            left: vec![Left::Index(0)],
            loops: 0,
            indices: vec![("i".into(), range("N")), ("k".into(), range("K"))],
            combine: Some(Reduction::Add),
            init,
            own_reads,
        }
    }

    fn plan(narrow: bool, comprehension: Comprehension) -> Plan {
        Plan::new(
            &[Tensor {
                name: "T".into(),
                dims: vec![range("M")],
                narrow,
            }],
            &[comprehension],
        )
    }

    #[test]
    fn an_initialising_reduction_is_two_statements() {
        let plan = plan(false, row_sum(true, OwnReads::Elsewhere));
        let [fill, update] = &plan.statements[..] else {
            panic!("two statements")
        };
        assert_eq!((fill.name.as_str(), update.name.as_str()), ("S0", "S1"));
        assert_eq!(fill.action, Action::Fill(Reduction::Add));
        assert_eq!((fill.indices.len(), fill.reduces), (1, None));
        assert_eq!(
            (update.indices.len(), update.reduces),
            (2, Some(Reduction::Add))
        );
        assert!(plan.helpers.is_empty());
    }

    #[test]
    fn a_reduction_that_reads_its_own_element_reads_the_old_value() {
        let plan = plan(false, row_sum(false, OwnReads::AsWritten));
        let [copy, update] = &plan.statements[..] else {
            panic!("two statements")
        };
        assert_eq!(
            (copy.target, &copy.action),
            (Array::Helper(0), &Action::Copy(Array::Tensor(0)))
        );
        let expected = Action::Compute {
            combine: Some(Reduction::Add),
            own_elements_from: Array::Helper(0),
            own_reads: OwnReads::AsWritten,
            place: None,
        };
        assert_eq!(
            (update.target, &update.action),
            (Array::Tensor(0), &expected)
        );
        assert_eq!(
            plan.helpers,
            [Helper {
                name: "T_old".into(),
                like: 0,
                wide: false
            }]
        );
    }

    #[test]
    fn where_an_instance_may_read_its_own_element_the_target_is_written_at_the_end() {
        for init in [false, true] {
            let plan = plan(false, row_sum(init, OwnReads::Hidden));
            let [begin, update, end] = &plan.statements[..] else {
                panic!("three statements")
            };
            let (acc, target) = (Array::Helper(0), Array::Tensor(0));
            assert_eq!(
                [begin.target, update.target, end.target],
                [acc, acc, target]
            );
            let expected = if init {
                Action::Fill(Reduction::Add)
            } else {
                Action::Copy(target)
            };
            assert_eq!(
                (&begin.action, &end.action),
                (&expected, &Action::Copy(acc))
            );
            assert_eq!(end.indices, [("i".to_owned(), range("N"))]);
            assert!(
                matches!(update.action, Action::Compute { own_elements_from, .. } if own_elements_from == target)
            );
        }
    }

    #[test]
    fn a_narrow_target_accumulates_in_a_wide_temporary() {
        let plan = plan(true, row_sum(true, OwnReads::AsWritten));
        let targets: Vec<_> = plan
            .statements
            .iter()
            .map(|statement| statement.target)
            .collect();
        assert_eq!(
            targets,
            [Array::Helper(0), Array::Helper(0), Array::Tensor(0)]
        );
        let expected = Action::Compute {
            combine: Some(Reduction::Add),
            own_elements_from: Array::Tensor(0),
            own_reads: OwnReads::AsWritten,
            place: None,
        };
        assert_eq!(
            plan.statements[1].action, expected,
            "the target keeps its old contents until the end"
        );
        assert_eq!(
            plan.helpers,
            [Helper {
                name: "T_acc".into(),
                like: 0,
                wide: true
            }]
        );
    }

    #[test]
    fn an_update_without_reduction_index_is_one_plain_statement() {
        let mut comprehension = row_sum(false, OwnReads::AsWritten);
        comprehension.indices.truncate(1);
        let plan = plan(false, comprehension);
        assert_eq!(plan.statements.len(), 1);
        assert_eq!(plan.statements[0].reduces, None);
    }

    #[test]
    fn the_identity_of_a_scatter_goes_to_the_whole_box() {
        let comprehension = Comprehension {
            left: vec![Left::Scattered(None)],
            ..row_sum(true, OwnReads::Elsewhere)
        };
        let plan = plan(false, comprehension);
        let [fill, update] = &plan.statements[..] else {
            panic!("two statements")
        };
        assert_eq!(fill.indices, [("d0".to_owned(), range("M"))]);
        assert_eq!(fill.left, [Some(Expr::name("d0"))]);
        assert_eq!(
            (&update.left[..], update.reduces),
            (&[None][..], Some(Reduction::Add))
        );
        assert_eq!(update.on_left, [false, false]);
    }

    #[test]
    fn statements_in_a_loop_begin_with_its_index() {
        let comprehension = Comprehension {
            left: vec![Left::Fixed(Expr::name("i"))],
            loops: 1,
            ..row_sum(true, OwnReads::Elsewhere)
        };
        let plan = plan(false, comprehension);
        assert_eq!(plan.statements[0].indices, [("i".to_owned(), range("N"))]);
        assert_eq!(plan.statements[0].left, [Some(Expr::name("i"))]);
        assert_eq!(plan.statements[1].on_left, [false, false]);
    }
}
