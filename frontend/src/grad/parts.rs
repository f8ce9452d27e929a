//! A tensor of its own for contents that the same iteration overwrites.
//!
//! ```text
//! for t in 0:T {                            for t in 0:T {
//!   S(t,j) +=! Q(t,d)*K(j,d)                  S_0(t,j) +=! Q(t,d)*K(j,d)
//!   m(t) max=! S(t,j)                         m(t) max=! S_0(t,j)
//!   S(t,j) = exp(S(t,j) - m(t))               S(t,j) = exp(S_0(t,j) - m(t))
//! }                                         }
//! ```
//! The statements before the last one write the same elements, the first of them all anew. A read
//! between them is of elements that they write, or of none of those; otherwise the tensor stays as
//! it is.

use super::boxes::loop_of;
use super::loops::Loop;
use super::order::System;
use crate::model::{
    Block, Comprehension, Def, Operation, Role, Statement, Subscript, Tensor, TensorId,
};
use crate::model::{NOWHERE, used_names};
use std::sync::Arc;
use tc_syntax::expr::Expr;
use tc_syntax::tc::ast::Assign;

/// The definition with such tensors; none if there are none.
pub(super) fn parted(def: &Def) -> Option<Def> {
    let mut parted = def.clone();
    let mut statements = std::mem::take(&mut parted.statements);
    let mut splitter = Splitter {
        sizes: def.sizes.iter().map(|size| size.name.clone()).collect(),
        def: parted,
        taken: used_names(def),
        count: 0,
    };
    splitter.block(&mut statements, &mut Vec::new());
    splitter.def.statements = statements;
    (splitter.count > 0).then_some(splitter.def)
}

struct Splitter {
    sizes: Vec<Arc<str>>,
    def: Def,
    taken: std::collections::HashSet<Arc<str>>,
    count: usize,
}

/// What a read of the tensor is, between statements that write it.
enum Touch {
    All,
    None,
}

impl Splitter {
    fn block(&mut self, statements: &mut [Statement], around: &mut Vec<Loop>) {
        for at in 0..statements.len() {
            if let Statement::Loop(one) = &mut statements[at] {
                around.push(loop_of(&one.index, &one.range));
                self.block(&mut one.body, around);
                around.pop();
                continue;
            }
            if let Some(first) = self.first(statements, at, around) {
                self.split(statements, first, at, around);
            }
        }
    }

    /// The statement that defines what statement `last` overwrites, if all between them can write
    /// another tensor.
    fn first(&self, statements: &[Statement], last: usize, around: &[Loop]) -> Option<usize> {
        let Statement::Comprehension(end) = &statements[last] else {
            return None;
        };
        let reads = reads(&end.body, end.target);
        if end.assign != Assign::Plain || !reads.iter().any(|at| same(at, &end.left)) {
            return None;
        }
        let mut first = None;
        for at in (0..last).rev() {
            let Statement::Comprehension(one) = &statements[at] else {
                return None;
            };
            if one.targets().any(|target| target == end.target) {
                if one.pair.is_some() || !same(&one.left, &end.left) || !same_ranges(one, end) {
                    return None;
                }
                let starts = match one.assign {
                    Assign::Plain => !self.reads_own(one),
                    Assign::Reduce { init, .. } => init,
                };
                if starts {
                    first = Some(at);
                    break;
                }
            }
        }
        let first = first?;
        let fits = statements[first..=last]
            .iter()
            .all(|statement| match statement {
                Statement::Comprehension(one) => self::reads(&one.body, end.target)
                    .iter()
                    .all(|at| self.touch(one, at, end, around).is_some()),
                _ => false,
            });
        fits.then_some(first)
    }

    fn reads_own(&self, one: &Comprehension) -> bool {
        reads(&one.body, one.target)
            .iter()
            .any(|at| same(at, &one.left))
    }

    /// Whether a read is of what the statements of one iteration write: always, or never.
    fn touch(
        &self,
        reader: &Comprehension,
        at: &[Subscript],
        writer: &Comprehension,
        around: &[Loop],
    ) -> Option<Touch> {
        let mut system = System::new(&self.sizes);
        for one in around {
            system.within(one);
        }
        for index in &reader.indices {
            system.within(&loop_of(&index.name, index.range.as_ref()?));
        }
        let (mut meets, mut always) = (system.clone(), true);
        for (own, there) in at.iter().zip(&writer.left) {
            let (Subscript::Symbolic(own), Subscript::Symbolic(there)) = (own, there) else {
                return None;
            };
            let index = writer
                .indices
                .iter()
                .find(|index| there.as_name() == Some(&*index.name));
            match index {
                Some(index) => {
                    let range = index.range.as_ref()?;
                    meets.at_most(&range.lower, own);
                    meets.less(own, &range.upper);
                    let (mut below, mut above) = (system.clone(), system.clone());
                    below.less(own, &range.lower);
                    above.at_most(&range.upper, own);
                    always &= below.is_empty() && above.is_empty();
                }
                None if writer
                    .indices
                    .iter()
                    .any(|index| there.mentions(&index.name)) =>
                {
                    return None;
                }
                None => {
                    meets.equal(own, there);
                    always &= own.same_as(there);
                }
            }
        }
        if always {
            Some(Touch::All)
        } else {
            meets.is_empty().then_some(Touch::None)
        }
    }

    fn split(&mut self, statements: &mut [Statement], first: usize, last: usize, around: &[Loop]) {
        let Statement::Comprehension(end) = statements[last].clone() else {
            return;
        };
        let new = self.def.tensors.len();
        let tensor = &self.def.tensors[end.target];
        let named = (0..).map(|number| Arc::from(format!("{}_{number}", tensor.name)));
        let name: Option<Arc<str>> = named.into_iter().find(|name| !self.taken.contains(name));
        let name = name.unwrap_or_default();
        self.taken.insert(name.clone());
        self.count += 1;
        self.def.tensors.push(Tensor {
            name,
            span: NOWHERE,
            role: Role::Temporary,
            scalar: tensor.scalar,
            rank: tensor.rank,
            dims: None,
        });
        for at in first..=last {
            let Statement::Comprehension(one) = &mut statements[at] else {
                continue;
            };
            let reader = one.clone();
            let is_here = |subscripts: &[Subscript]| {
                let touch = self.touch(&reader, subscripts, &end, around);
                matches!(touch, Some(Touch::All))
            };
            redirect(&mut one.body, end.target, new, &is_here);
            if at != last && one.target == end.target {
                one.target = new;
            }
        }
    }
}

/// The subscripts of the reads of a tensor.
fn reads(block: &Block, tensor: TensorId) -> Vec<&[Subscript]> {
    let mut found = Vec::new();
    crate::model::visit(block, &mut |operation| {
        if let Operation::Read {
            tensor: read,
            subscripts,
        } = operation
            && *read == tensor
        {
            found.push(&subscripts[..]);
        }
    });
    found
}

/// Makes reads of one tensor reads of another.
fn redirect(
    block: &mut Block,
    tensor: TensorId,
    new: TensorId,
    is_here: &dyn Fn(&[Subscript]) -> bool,
) {
    for instruction in &mut block.instructions {
        match &mut instruction.operation {
            Operation::Read {
                tensor: read,
                subscripts,
            } if *read == tensor && is_here(subscripts) => *read = new,
            Operation::If {
                then, otherwise, ..
            } => {
                redirect(then, tensor, new, is_here);
                redirect(otherwise, tensor, new, is_here);
            }
            _ => {}
        }
    }
}

fn same(one: &[Subscript], other: &[Subscript]) -> bool {
    let is_same = |(a, b): (&Subscript, &Subscript)| match (a, b) {
        (Subscript::Symbolic(a), Subscript::Symbolic(b)) => Expr::same_as(a, b),
        _ => false,
    };
    one.len() == other.len() && one.iter().zip(other).all(is_same)
}

/// Whether the indices on the left have the same ranges.
fn same_ranges(one: &Comprehension, other: &Comprehension) -> bool {
    let left = |one: &Comprehension| {
        let ranges = one.indices[..one.left_count].iter();
        let ranges = ranges.map(|index| Some(loop_of(&index.name, index.range.as_ref()?)));
        ranges.collect::<Option<Vec<Loop>>>()
    };
    match (left(one), left(other)) {
        (Some(a), Some(b)) => a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| a.same_range(b)),
        _ => false,
    }
}
