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
//! | `T(l) += T(f(l)) * w(k)` | the same with a copy of all of T, if `f(l)` is `l` for some instances |
//!
//! `acc` and `old` are temporaries of the size of T. The plan is data: names, ranges, arrays,
//! without operations.

use tc_dialects::tc::{Range, Reduction};

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

/// The plan's input for one comprehension.
#[derive(Clone, Debug)]
pub struct Comprehension {
    /// The number of the tensor that is written.
    pub target: usize,
    /// The target's subscripts: positions in `indices`.
    pub left: Vec<usize>,
    /// The names and ranges, the outermost first.
    pub indices: Vec<(String, Range)>,
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
    },
}

/// One statement of the scop.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The name of the tuple in isl: `S0`, `S1`, ... in text order.
    pub name: String,
    /// The comprehension it comes from.
    pub comprehension: usize,
    /// The names and ranges, the outermost first.
    pub indices: Vec<(String, Range)>,
    /// The array that it writes.
    pub target: Array,
    /// The target's subscripts: positions in `indices`.
    pub left: Vec<usize>,
    /// What it does.
    pub action: Action,
    /// The operator with which several instances update one element.
    pub reduces: Option<Reduction>,
}

/// The statements and helpers of a def.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// In execution order.
    pub statements: Vec<Statement>,
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

impl Lowering<'_> {
    fn assignment(&mut self) {
        let target = Array::Tensor(self.comprehension.target);
        let indices = self.comprehension.indices.clone();
        let action = Action::Compute {
            combine: None,
            own_elements_from: target,
            own_reads: self.comprehension.own_reads,
        };
        self.push(indices, target, action, None);
    }

    fn update(&mut self, combine: Reduction) {
        let comprehension = self.comprehension;
        let target = Array::Tensor(comprehension.target);
        let several = comprehension.left.len() < comprehension.indices.len();
        let wide = self.tensors[comprehension.target].narrow;
        let accumulator = match wide {
            true => self.helper("acc", true),
            false => target,
        };
        let keeps_old = !wide && (several || comprehension.init);
        let own_elements_from = match comprehension.own_reads {
            OwnReads::AsWritten if keeps_old => {
                let old = self.helper("old", false);
                self.per_element(old, Action::Copy(target));
                old
            }
            OwnReads::Hidden if keeps_old => self.copy_of_all(),
            _ => target,
        };
        if comprehension.init {
            self.per_element(accumulator, Action::Fill(combine));
        } else if wide {
            self.per_element(accumulator, Action::Copy(target));
        }
        let action = Action::Compute {
            combine: Some(combine),
            own_elements_from,
            own_reads: comprehension.own_reads,
        };
        let (indices, reduces) = (comprehension.indices.clone(), several.then_some(combine));
        self.push(indices, accumulator, action, reduces);
        if wide {
            self.per_element(target, Action::Copy(accumulator));
        }
    }

    /// A statement over the left indices.
    fn per_element(&mut self, target: Array, action: Action) {
        let comprehension = self.comprehension;
        let left = comprehension.left.iter();
        let indices = left.map(|&at| comprehension.indices[at].clone()).collect();
        self.push(indices, target, action, None);
    }

    /// A statement that copies the whole target before the first update.
    fn copy_of_all(&mut self) -> Array {
        let old = self.helper("old", false);
        let target = self.comprehension.target;
        let dims = self.tensors[target].dims.iter().enumerate();
        self.plan.statements.push(Statement {
            name: format!("S{}", self.plan.statements.len()),
            comprehension: self.number,
            left: (0..dims.len()).collect(),
            indices: dims
                .map(|(at, dim)| (format!("d{at}"), dim.clone()))
                .collect(),
            target: old,
            action: Action::Copy(Array::Tensor(target)),
            reduces: None,
        });
        old
    }

    fn push(
        &mut self,
        indices: Vec<(String, Range)>,
        target: Array,
        action: Action,
        reduces: Option<Reduction>,
    ) {
        let comprehension = self.comprehension;
        let left = comprehension.left.iter().map(|&at| {
            let name = &comprehension.indices[at].0;
            indices
                .iter()
                .position(|(index, _)| index == name)
                .expect("the left indices are among the indices")
        });
        self.plan.statements.push(Statement {
            name: format!("S{}", self.plan.statements.len()),
            comprehension: self.number,
            left: left.collect(),
            indices,
            target,
            action,
            reduces,
        });
    }

    /// The helper of the target with this suffix.
    fn helper(&mut self, suffix: &str, wide: bool) -> Array {
        self.plan
            .helper(self.tensors, self.comprehension.target, suffix, wide)
    }
}

#[cfg(test)]
mod tests {
    use tc_dialects::tc::expr::Expr;

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
            left: vec![0],
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
    fn a_hidden_read_of_the_own_element_finds_a_copy_of_the_whole_target() {
        let plan = plan(false, row_sum(false, OwnReads::Hidden));
        let [copy, update] = &plan.statements[..] else {
            panic!("two statements")
        };
        assert_eq!(copy.indices, [("d0".to_owned(), range("M"))]);
        assert_eq!(
            (copy.target, &copy.action),
            (Array::Helper(0), &Action::Copy(Array::Tensor(0)))
        );
        assert_eq!(update.target, Array::Tensor(0));
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
}
