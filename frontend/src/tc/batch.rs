//! Definitions for batches: one more index, so that a `vmap` is one kernel and no loop.
//!
//! ```text
//! def mv(float(M,K) A, float(K) x) -> (y) { y(i) +=! A(i,k) * x(k) }
//!     x is a batch                                                        ==>
//! def mv_batch(float(M, K) A, float(Batch, K) x) -> (y) {
//!   y(b, i) +=! A(i, k) * x(b, k) where b in 0:Batch
//! }
//! ```
//!
//! All that is assigned gets the index, also what depends on no batch. A definition that is called
//! with a batch is made into one the same way; one that is called without stays as it is.

use crate::builtins;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tc_syntax::diagnostic::SourceFile;
use tc_syntax::tc::ast::{
    Assign, Clause, Comprehension, Def, Dim, Expr, ExprKind, Name, Program, Return, Statement,
};
use tc_syntax::{Span, tc::parse};

const NOWHERE: Span = Span { start: 0, end: 0 };

/// The inputs of a definition that are batches.
type Over = Vec<Arc<str>>;

/// The name and the text of a definition that takes batches of the inputs `over`, along a new first
/// dimension, and makes batches of all outputs. None where it has no such form: the text uses
/// modules, a definition is called with an expression of a batch, or gives a result that depends on
/// none.
pub fn batch(file: &SourceFile, name: &str, over: &[String]) -> Option<(String, String)> {
    let parsed = parse(file);
    if !parsed.errors.is_empty() || !parsed.program.imports.is_empty() {
        return None;
    }
    let is_letter = |one: char| one.is_ascii_alphanumeric() || one == '_';
    let words = file.text().split(|one| !is_letter(one));
    let mut batches = Batches {
        program: &parsed.program,
        taken: words.map(str::to_owned).collect(),
        index: Arc::default(),
        size: Arc::default(),
        names: HashMap::new(),
        made: Vec::new(),
    };
    batches.index = batches.fresh("b");
    batches.size = batches.fresh("Batch");
    let over: Over = over.iter().map(|one| one.as_str().into()).collect();
    let name = batches.of(name, over)?;
    let defs = batches.made.into_iter().rev().flatten().collect();
    let imports = Vec::new();
    let text = tc_syntax::tc::format::print(&Program { imports, defs });
    Some((name.to_string(), text))
}

/// The definitions that are made of a program.
struct Batches<'p> {
    program: &'p Program,
    /// The words of the text.
    taken: HashSet<String>,
    index: Arc<str>,
    size: Arc<str>,
    names: HashMap<(Arc<str>, Over), Arc<str>>,
    /// Callees are behind their callers until the end; none for one that is not finished.
    made: Vec<Option<Def>>,
}

/// A call as `(a, b) = f(x, y)` or as `a = f(x)`.
struct CallParts<'s> {
    targets: Vec<&'s Name>,
    function: &'s Name,
    arguments: &'s [Expr],
}

impl<'p> Batches<'p> {
    fn fresh(&mut self, base: &str) -> Arc<str> {
        let numbered = (0..).map(|number| format!("{base}_{number}"));
        let mut names = std::iter::once(base.to_owned()).chain(numbered);
        let name = names.find(|name| !self.taken.contains(name));
        let name = name.unwrap_or_default();
        self.taken.insert(name.clone());
        name.into()
    }

    fn def(&self, name: &str) -> Option<&'p Def> {
        self.program.defs.iter().find(|def| &*def.name.text == name)
    }

    /// The name of the batch of a definition, which is made where it is not there yet.
    fn of(&mut self, name: &str, over: Over) -> Option<Arc<str>> {
        let def = self.def(name)?;
        let key = (def.name.text.clone(), over);
        if let Some(made) = self.names.get(&key) {
            return Some(made.clone());
        }
        let made = if key.1.is_empty() && !self.made.is_empty() {
            def.name.text.clone()
        } else {
            self.fresh(&format!("{name}_batch"))
        };
        self.names.insert(key.clone(), made.clone());
        let place = self.made.len();
        self.made.push(None);
        let mut new = def.clone();
        if *made == *def.name.text {
            self.keep_callees(def)?
        } else {
            self.write(def, &key.1, &mut new)?
        }
        new.name.text = made.clone();
        self.made[place] = Some(new);
        Some(made)
    }

    /// What a definition that stays as it is calls.
    fn keep_callees(&mut self, def: &'p Def) -> Option<()> {
        for leaf in def.leaves() {
            if let Some(call) = self.as_call(def, leaf.statement) {
                self.of(&call.function.text, Over::new())?;
            }
        }
        Some(())
    }

    fn write(&mut self, def: &'p Def, over: &Over, new: &mut Def) -> Option<()> {
        let size = || Dim::Size(self.name(&self.size));
        for param in &mut new.params {
            if over.contains(&param.name.text) {
                param.ty.dims.insert(0, size());
            }
        }
        for ty in new.returns.iter_mut().filter_map(|one| one.ty.as_mut()) {
            ty.dims.insert(0, size());
        }
        let ranks = self.ranks(def, over)?;
        self.statements(def, &ranks, &mut new.body)
    }

    /// What is a batch, with its rank in the original: batches that come in, outputs, and what is
    /// assigned, but for the results of calls without a batch.
    fn ranks(&self, def: &'p Def, over: &Over) -> Option<HashMap<Arc<str>, usize>> {
        let mut ranks = HashMap::new();
        for param in &def.params {
            if over.contains(&param.name.text) {
                ranks.insert(param.name.text.clone(), param.ty.dims.len());
            }
        }
        let outputs = def.returns.iter().zip(self.ranks_of_outputs(def)?);
        ranks.extend(outputs.map(|(one, rank)| (one.name.text.clone(), rank)));
        let leaves = def.leaves();
        for leaf in &leaves {
            if self.as_call(def, leaf.statement).is_none() {
                ranks.extend(targets(leaf.statement));
            }
        }
        for leaf in &leaves {
            let Some(call) = self.as_call(def, leaf.statement) else {
                continue;
            };
            if !self.batches_of(&call, &ranks)?.is_empty() {
                let found = self.ranks_of_outputs(self.def(&call.function.text)?)?;
                let names = call.targets.iter().map(|one| one.text.clone());
                ranks.extend(names.zip(found));
            } else if call.targets.iter().any(|one| ranks.contains_key(&one.text)) {
                return None;
            }
        }
        Some(ranks)
    }

    fn ranks_of_outputs(&self, def: &'p Def) -> Option<Vec<usize>> {
        let mut ranks: HashMap<Arc<str>, usize> = HashMap::new();
        for leaf in def.leaves() {
            match self.as_call(def, leaf.statement) {
                Some(call) => {
                    let found = self.ranks_of_outputs(self.def(&call.function.text)?)?;
                    let names = call.targets.iter().map(|one| one.text.clone());
                    ranks.extend(names.zip(found));
                }
                None => ranks.extend(targets(leaf.statement)),
            }
        }
        let rank = |one: &Return| match &one.ty {
            Some(ty) if !ty.dims.is_empty() => ty.dims.len(),
            _ => ranks.get(&one.name.text).copied().unwrap_or(0),
        };
        Some(def.returns.iter().map(rank).collect())
    }

    /// The inputs of the callee that get a batch; none where an expression of one is given.
    fn batches_of(&self, call: &CallParts<'_>, ranks: &HashMap<Arc<str>, usize>) -> Option<Over> {
        let mut over = Over::new();
        for (param, argument) in self
            .def(&call.function.text)?
            .params
            .iter()
            .zip(call.arguments)
        {
            let mut has_batch = false;
            argument.walk(&mut |one| {
                has_batch |= name_of(&one.kind).is_some_and(|name| ranks.contains_key(&name.text));
            });
            if has_batch {
                argument.as_name()?;
                over.push(param.name.text.clone());
            }
        }
        Some(over)
    }

    /// The call that a statement is: `a = f(x)` is one where `f` is a definition and no tensor.
    fn as_call<'s>(&self, def: &Def, statement: &'s Statement) -> Option<CallParts<'s>> {
        let one = match statement {
            Statement::Call(call) => {
                return Some(CallParts {
                    targets: call.targets.iter().collect(),
                    function: &call.function,
                    arguments: &call.arguments,
                });
            }
            Statement::Comprehension(one) => one,
            Statement::Loop(_) => return None,
        };
        let ExprKind::Apply { name, arguments } = &one.body.kind else {
            return None;
        };
        let is_call = one.subscripts.is_empty()
            && one.pair.is_none()
            && one.assign == Assign::Plain
            && self.is_def(def, name);
        is_call.then(|| CallParts {
            targets: vec![&one.target],
            function: name,
            arguments,
        })
    }

    /// Whether a name means a definition inside of another one.
    fn is_def(&self, inside: &Def, name: &Name) -> bool {
        let tensors = inside.params.iter().map(|one| &one.name);
        let mut tensors = tensors.chain(inside.returns.iter().map(|one| &one.name));
        self.def(&name.text).is_some()
            && builtins::lookup(&name.text).is_none()
            && !tensors.any(|one| one == name)
    }

    fn statements(
        &mut self,
        def: &'p Def,
        ranks: &HashMap<Arc<str>, usize>,
        statements: &mut [Statement],
    ) -> Option<()> {
        for statement in statements {
            let over = match self.as_call(def, statement) {
                Some(call) => Some((call.function.text.clone(), self.batches_of(&call, ranks)?)),
                None => None,
            };
            if let Some((function, over)) = over {
                let made = self.of(&function, over)?;
                match statement {
                    Statement::Call(call) => call.function.text = made,
                    Statement::Comprehension(one) => {
                        if let ExprKind::Apply { name, .. } = &mut one.body.kind {
                            name.text = made;
                        }
                    }
                    Statement::Loop(_) => {}
                }
                continue;
            }
            let edit = Edit {
                batches: self,
                def,
                ranks,
            };
            match statement {
                Statement::Comprehension(one) => edit.comprehension(one)?,
                Statement::Loop(one) => {
                    edit.expr(&mut one.lower)?;
                    edit.expr(&mut one.upper)?;
                    self.statements(def, ranks, &mut one.body)?;
                }
                Statement::Call(_) => {}
            }
        }
        Some(())
    }

    fn name(&self, text: &Arc<str>) -> Name {
        Name {
            text: text.clone(),
            span: NOWHERE,
        }
    }
}

/// The tensors that a statement assigns, with their ranks.
fn targets(statement: &Statement) -> Vec<(Arc<str>, usize)> {
    let Statement::Comprehension(one) = statement else {
        return Vec::new();
    };
    let first = (one.target.text.clone(), one.subscripts.len());
    let pair = one.pair.iter();
    let pair = pair.map(|pair| (pair.target.text.clone(), pair.subscripts.len()));
    std::iter::once(first).chain(pair).collect()
}

/// The tensor that an expression itself names.
fn name_of(kind: &ExprKind) -> Option<&Name> {
    match kind {
        ExprKind::Name(name) | ExprKind::Apply { name, .. } => Some(name),
        ExprKind::Extent { tensor, .. } => Some(tensor),
        _ => None,
    }
}

/// Puts the index into the statements of one definition.
struct Edit<'e, 'p> {
    batches: &'e Batches<'p>,
    def: &'e Def,
    ranks: &'e HashMap<Arc<str>, usize>,
}

impl Edit<'_, '_> {
    fn index(&self) -> Expr {
        let index = self.batches.name(&self.batches.index);
        Expr::new(ExprKind::Name(index), NOWHERE)
    }

    fn comprehension(&self, one: &mut Comprehension) -> Option<()> {
        self.all(&mut one.subscripts)?;
        one.subscripts.insert(0, self.index());
        if let Some(pair) = &mut one.pair {
            self.all(&mut pair.subscripts)?;
            pair.subscripts.insert(0, self.index());
            self.expr(&mut pair.place)?;
        }
        self.expr(&mut one.body)?;
        for clause in &mut one.clauses {
            match clause {
                Clause::Range { lower, upper, .. } => {
                    self.expr(lower)?;
                    self.expr(upper)?;
                }
                Clause::Let { value, .. } => self.expr(value)?,
                Clause::Exists { expression, .. } => self.expr(expression)?,
            }
        }
        let size = self.batches.name(&self.batches.size);
        let range = Clause::Range {
            index: self.batches.name(&self.batches.index),
            lower: Expr::new(ExprKind::Integer("0".into()), NOWHERE),
            upper: Expr::new(ExprKind::Name(size), NOWHERE),
        };
        one.clauses.insert(0, range);
        Some(())
    }

    fn all(&self, exprs: &mut [Expr]) -> Option<()> {
        exprs.iter_mut().try_for_each(|one| self.expr(one))
    }

    fn expr(&self, expr: &mut Expr) -> Option<()> {
        match &mut expr.kind {
            ExprKind::Integer(_) | ExprKind::Float(_) | ExprKind::Bool(_) => {}
            ExprKind::Name(name) => {
                if let Some(rank) = self.ranks.get(&name.text) {
                    let (name, arguments) = (name.clone(), vec![self.index()]);
                    expr.kind = (*rank == 0).then_some(ExprKind::Apply { name, arguments })?;
                }
            }
            ExprKind::Apply { name, arguments } => {
                self.all(arguments)?;
                match self.ranks.contains_key(&name.text) {
                    true => arguments.insert(0, self.index()),
                    // A part of an expression that is a call.
                    false if self.batches.is_def(self.def, name) => return None,
                    false => {}
                }
            }
            ExprKind::Extent { tensor, dimension } => {
                *dimension += u32::from(self.ranks.contains_key(&tensor.text));
            }
            ExprKind::Cast { operand, .. } | ExprKind::Unary { operand, .. } => {
                self.expr(operand)?;
            }
            ExprKind::Extremum { arguments, .. } => self.all(arguments)?,
            ExprKind::Chain { first, rest } => {
                self.expr(first)?;
                rest.iter_mut()
                    .try_for_each(|link| self.expr(&mut link.operand))?;
            }
            ExprKind::Select {
                condition,
                then,
                otherwise,
            } => {
                self.expr(condition)?;
                self.expr(then)?;
                self.expr(otherwise)?;
            }
            ExprKind::Named { value, .. } => self.expr(value)?,
            ExprKind::Error => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::batch;
    use tc_syntax::diagnostic::SourceFile;

    const TEXT: &str = "
def pair(float(N) u) -> (p, q) { p(i) = u(i)  q max=! u(i) }
def f(float(N) x, float(N) u, float c) -> (y) {
  (p, q) = pair(x)
  y(i) = c * p(i) * q + u(i) where exists u(u.0 - 1)
}
def sums(float(N) x, float(N) u) -> (p, q) { (p, q) = pair(x) }
";

    fn of(name: &str, over: &[&str]) -> Option<(String, String)> {
        let over: Vec<String> = over.iter().map(|one| (*one).to_owned()).collect();
        batch(&SourceFile::new("t.tc", TEXT), name, &over)
    }

    #[test]
    fn what_is_assigned_and_what_it_reads_get_the_index() {
        let (name, text) = of("f", &["c", "u"]).expect("a batch");
        assert_eq!(name, "f_batch");
        let due = "def pair(float(N) u) -> (p, q) {
  p(i) = u(i)
  q max=! u(i)
}

def f_batch(float(N) x, float(Batch, N) u, float(Batch) c) -> (y) {
  (p, q) = pair(x)
  y(b, i) = c(b) * p(i) * q + u(b, i) where b in 0:Batch, exists u(b, u.1 - 1)
}
";
        assert_eq!(text, due);
        let (_, text) = of("f", &["x"]).expect("a batch");
        assert!(text.contains("(p, q) = pair_batch(x)"), "{text}");
        assert!(
            text.contains("q(b) max=! u(b, i) where b in 0:Batch"),
            "{text}"
        );
        assert!(text.contains("c * p(b, i) * q(b) + u(i)"), "{text}");
    }

    #[test]
    fn a_result_of_a_call_that_depends_on_no_batch_has_none() {
        assert_eq!(of("sums", &["u"]), None);
        assert!(of("sums", &["x"]).is_some());
        assert_eq!(of("none", &["x"]), None);
    }
}
