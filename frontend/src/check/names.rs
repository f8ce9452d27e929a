//! The names of a definition: sizes, inputs, returns and assigned tensors share one space (section
//! 3).

use super::builtins;
use super::model::Role;
use super::report::Reporter;
use crate::scalar::Scalar;
use crate::syntax::Span;
use crate::syntax::ast::{self, Assign, Clause, Dim, Expr, ExprKind, Name, Statement};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tc_dialects::diagnostic::Code;

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
        for (number, statement) in def.body.iter().enumerate() {
            names.add_targets(number, statement, report);
        }
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

    fn add_targets(&mut self, number: usize, statement: &'a Statement, report: &Reporter) {
        let targets = match statement {
            Statement::Comprehension(comprehension) => std::slice::from_ref(&comprehension.target),
            Statement::Call(call) => &call.targets[..],
        };
        for target in targets {
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
                self.first_writer(id, statement);
            }
        }
    }

    /// A return whose first statement accumulates into it, or reads it, is in/out.
    fn first_writer(&mut self, id: usize, statement: &'a Statement) {
        let Statement::Comprehension(comprehension) = statement else {
            return;
        };
        let tensor = &mut self.tensors[id];
        tensor.rank.get_or_insert(comprehension.subscripts.len());
        let accumulates = matches!(comprehension.assign, Assign::Reduce { init: false, .. });
        if tensor.role == Role::Output && (accumulates || reads(comprehension, &tensor.name.text)) {
            tensor.role = Role::InOut;
        }
    }
}

/// Whether the body of a statement, lets included, mentions a name.
pub(crate) fn reads(comprehension: &ast::Comprehension, name: &str) -> bool {
    let lets = comprehension
        .clauses
        .iter()
        .filter_map(|clause| match clause {
            Clause::Let { value, .. } => Some(value),
            _ => None,
        });
    std::iter::once(&comprehension.body)
        .chain(lets)
        .any(|expr| mentions(expr, name))
}

/// Whether a statement mentions a name at all on its right-hand side: in the body, in a let, or in
/// `exists`.
pub(crate) fn depends_on(comprehension: &ast::Comprehension, name: &str) -> bool {
    let in_exists = |clause: &Clause| match clause {
        Clause::Exists { expression, .. } => mentions(expression, name),
        _ => false,
    };
    reads(comprehension, name) || comprehension.clauses.iter().any(in_exists)
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
