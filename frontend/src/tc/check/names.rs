//! The names of a definition: sizes, inputs, returns and assigned tensors share one space (section
//! 3).

use super::report::Reporter;
use crate::builtins;
use crate::model::Role;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use tc_syntax::Span;
use tc_syntax::diagnostic::Code;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{self, Assign, Clause, Dim, Expr, ExprKind, Leaf, Name, Statement};

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A size, by its number.
    Size(usize),
    /// A tensor, by its number.
    Tensor(usize),
}

/// A size.
#[derive(Clone, Debug)]
pub(crate) struct SizeName {
    pub(crate) name: Name,
    /// Whether a dimension of an input has this size.
    pub(crate) bound: bool,
}

/// A tensor while its definition is being checked.
#[derive(Clone, Debug)]
pub(crate) struct TensorName<'a> {
    pub(crate) name: Name,
    pub(crate) role: Role,
    /// The type in the signature.
    pub(crate) ty: Option<&'a ast::Type>,
    /// Element type if known.
    pub(crate) scalar: Option<Scalar>,
    /// Number of dimensions if known.
    pub(crate) rank: Option<usize>,
    /// The first statement that writes it, and its location.
    pub(crate) first_write: Option<(usize, Span)>,
    /// Whether a statement before the first writer reads it; only of a return with a type in the
    /// signature.
    pub(crate) read_before: bool,
    /// Whether some right-hand side reads it.
    pub(crate) is_read: bool,
    /// Whether its type or rank is unknown because of an error that was reported.
    pub(crate) poisoned: bool,
}

/// All names of a definition.
pub(crate) struct Names<'a> {
    pub(crate) sizes: Vec<SizeName>,
    pub(crate) tensors: Vec<TensorName<'a>>,
    meanings: HashMap<Arc<str>, Meaning>,
    /// Names with two meanings; uses of them are not reported again.
    pub(crate) clashed: HashSet<Arc<str>>,
}

impl<'a> Names<'a> {
    /// Collects the names of a definition and reports clashes.
    pub(crate) fn collect(def: &'a ast::Def, report: &Reporter) -> Self {
        let mut names = Names {
            sizes: Vec::new(),
            tensors: Vec::new(),
            meanings: HashMap::new(),
            clashed: HashSet::new(),
        };
        for param in &def.params {
            names.add_sizes(&param.ty.dims, true, report);
            names.add_tensor(&param.name, Role::Input, Some(&param.ty), report);
        }
        for return_ in &def.returns {
            names.add_sizes(
                return_.ty.as_ref().map_or(&[], |ty| &ty.dims),
                false,
                report,
            );
            names.add_tensor(&return_.name, Role::Output, return_.ty.as_ref(), report);
        }
        let leaves = def.leaves();
        for (number, leaf) in leaves.iter().enumerate() {
            names.add_targets(number, leaf, report);
        }
        names.mark_read_before(&leaves);
        names
    }

    pub(crate) fn meaning(&self, name: &str) -> Option<Meaning> {
        self.meanings.get(name).copied()
    }

    pub(crate) fn tensor(&self, name: &str) -> Option<usize> {
        match self.meaning(name) {
            Some(Meaning::Tensor(id)) => Some(id),
            _ => None,
        }
    }

    /// The tensors that a statement mentions other than as its target: in a value, in a left-hand
    /// subscript, in a let, or in `exists`. It takes time by the length of the statement, however
    /// many tensors there are.
    pub(crate) fn mentioned_by(&self, comprehension: &ast::Comprehension) -> BTreeSet<usize> {
        let in_exists = comprehension
            .clauses
            .iter()
            .filter_map(|clause| match clause {
                Clause::Exists { expression, .. } => Some(expression),
                _ => None,
            });
        let mut tensors = BTreeSet::new();
        for expr in right_side(comprehension)
            .chain(&comprehension.subscripts)
            .chain(in_exists)
        {
            expr.walk(&mut |part| {
                if let ExprKind::Name(name) | ExprKind::Apply { name, .. } = &part.kind {
                    tensors.extend(self.tensor(&name.text));
                }
            });
        }
        tensors
    }

    /// `a size`, `an input`, ... for messages.
    pub(crate) fn describe(&self, meaning: Meaning) -> &'static str {
        match meaning {
            Meaning::Size(_) => "a size",
            Meaning::Tensor(id) => match self.tensors[id].role {
                Role::Input => "an input",
                Role::Output | Role::InOut => "a return",
                Role::Temporary => "a tensor",
            },
        }
    }

    /// The first location of a name.
    pub(crate) fn span_of(&self, meaning: Meaning) -> Span {
        match meaning {
            Meaning::Size(id) => self.sizes[id].name.span,
            Meaning::Tensor(id) => self.tensors[id].name.span,
        }
    }

    fn add_sizes(&mut self, dims: &[Dim], bound: bool, report: &Reporter) {
        for dim in dims {
            let Dim::Size(name) = dim else { continue };
            match self.meaning(&name.text) {
                Some(Meaning::Size(_)) => {}
                // The value of an integer input is the extent of a return.
                Some(Meaning::Tensor(id)) if !bound && self.is_integer_input(id) => {}
                Some(other) => self.clash(name, other, report),
                None => {
                    self.meanings
                        .insert(name.text.clone(), Meaning::Size(self.sizes.len()));
                    self.sizes.push(SizeName {
                        name: name.clone(),
                        bound,
                    });
                }
            }
        }
    }

    fn add_tensor(
        &mut self,
        name: &Name,
        role: Role,
        ty: Option<&'a ast::Type>,
        report: &Reporter,
    ) {
        if let Some(meaning) = self.meaning(&name.text) {
            return self.clash(name, meaning, report);
        }
        if builtins::lookup(&name.text).is_some() {
            let message = format!("`{name}` is a built-in function and cannot name a tensor");
            report.push(
                report
                    .error(Code::TC0204, message, name.span, "")
                    .help("rename it"),
            );
        }
        self.meanings
            .insert(name.text.clone(), Meaning::Tensor(self.tensors.len()));
        self.tensors.push(TensorName {
            name: name.clone(),
            role,
            ty,
            scalar: ty.map(|ty| ty.scalar),
            rank: ty.map(|ty| ty.dims.len()),
            first_write: None,
            read_before: false,
            is_read: false,
            poisoned: false,
        });
    }

    fn clash(&mut self, name: &Name, meaning: Meaning, report: &Reporter) {
        self.clashed.insert(name.text.clone());
        let message = format!("`{name}` is already {}", self.describe(meaning));
        let first = report.place(self.span_of(meaning));
        let error = report
            .error(Code::TC0203, message, name.span, "")
            .label(first, "first used here");
        report.push(error.help("rename one of them"));
    }

    /// Rank-0 integer inputs are names in symbolic expressions.
    pub(crate) fn is_integer_input(&self, id: usize) -> bool {
        let tensor = &self.tensors[id];
        tensor.role == Role::Input
            && tensor.rank == Some(0)
            && tensor.scalar.is_some_and(Scalar::is_integer)
    }

    fn add_targets(&mut self, number: usize, leaf: &Leaf<'a>, report: &Reporter) {
        for target in leaf.statement.targets() {
            match self.meaning(&target.text) {
                None => self.add_tensor(target, Role::Temporary, None, report),
                Some(Meaning::Tensor(id)) if self.tensors[id].role == Role::Input => {
                    let declared = report.place(self.tensors[id].name.span);
                    let error = report
                        .error(
                            Code::TC0208,
                            format!("input `{target}` is immutable"),
                            target.span,
                            "assigned here",
                        )
                        .label(declared, "declared as an input here");
                    report.push(error.help("write to a new tensor"));
                    continue;
                }
                Some(Meaning::Tensor(_)) => {}
                Some(meaning) => {
                    self.clash(target, meaning, report);
                    continue;
                }
            }
            let Some(id) = self.tensor(&target.text) else {
                continue;
            };
            if self.tensors[id].first_write.is_none() {
                self.tensors[id].first_write = Some((number, target.span));
                self.first_writer(id, leaf);
            }
        }
    }

    /// A return whose first statement accumulates into it, or reads it, is in/out. In a loop, a
    /// read of other elements of a return without a type may be of what an earlier iteration wrote.
    fn first_writer(&mut self, id: usize, leaf: &Leaf<'a>) {
        let Statement::Comprehension(comprehension) = leaf.statement else {
            return;
        };
        let tensor = &mut self.tensors[id];
        tensor.rank.get_or_insert(comprehension.subscripts.len());
        let accumulates = matches!(comprehension.assign, Assign::Reduce { init: false, .. });
        let name = &tensor.name.text;
        let own = if leaf.loops.is_empty() || tensor.ty.is_some() {
            reads(comprehension, name)
        } else {
            reads_left_hand(comprehension, name)
        };
        if tensor.role == Role::Output && (accumulates || own) {
            tensor.role = Role::InOut;
        }
    }

    /// A return with a type that a statement reads before any writes it is in/out.
    fn mark_read_before(&mut self, leaves: &[Leaf<'a>]) {
        for tensor in &mut self.tensors {
            let (Role::Output | Role::InOut, Some(_), Some((first, _))) =
                (tensor.role, tensor.ty, tensor.first_write)
            else {
                continue;
            };
            let name = &tensor.name.text;
            let is_read = |leaf: &Leaf<'a>| match leaf.statement {
                Statement::Comprehension(one) => {
                    let mut left = one.subscripts.iter();
                    reads(one, name) || left.any(|place| mentions(place, name))
                }
                Statement::Call(call) => call.arguments.iter().any(|one| mentions(one, name)),
                Statement::Loop(_) => false,
            };
            if leaves[..first].iter().any(is_read) {
                tensor.role = Role::InOut;
                tensor.read_before = true;
            }
        }
    }
}

/// Whether a statement reads a tensor at exactly the subscripts at which it writes it.
fn reads_left_hand(comprehension: &ast::Comprehension, name: &str) -> bool {
    let mut found = false;
    for value in right_side(comprehension) {
        value.walk(&mut |part| {
            found |= match &part.kind {
                ExprKind::Name(other) => {
                    *other.text == *name && comprehension.subscripts.is_empty()
                }
                ExprKind::Apply {
                    name: other,
                    arguments,
                } => *other.text == *name && *arguments == comprehension.subscripts,
                _ => false,
            }
        });
    }
    found
}

/// The values of a statement and the definitions of its `where` clauses.
fn right_side(comprehension: &ast::Comprehension) -> impl Iterator<Item = &Expr> {
    let lets = comprehension
        .clauses
        .iter()
        .filter_map(|clause| match clause {
            Clause::Let { value, .. } => Some(value),
            _ => None,
        });
    comprehension.values().chain(lets)
}

/// Whether the right side of a statement, lets included, mentions a name.
pub(crate) fn reads(comprehension: &ast::Comprehension, name: &str) -> bool {
    right_side(comprehension).any(|expr| mentions(expr, name))
}

/// Whether an expression reads a name.
pub(crate) fn mentions(expr: &Expr, name: &str) -> bool {
    let mut found = false;
    expr.walk(&mut |part| {
        found |= match &part.kind {
            ExprKind::Name(other) | ExprKind::Apply { name: other, .. } => &*other.text == name,
            _ => false,
        }
    });
    found
}
