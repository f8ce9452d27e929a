//! `tc-inline-calls`: replaces calls by the statements of the called def.
//!
//! ```mlir
//! tc.def @relu(%X: !tc.tensor<[A], f32>) -> (%Y: !tc.tensor<[?], f32>) { tc.comprehension %Y[i] (i) { ... %X[i] ... } }
//! tc.def @net(%I: !tc.tensor<[N], f32>) -> (%O: !tc.tensor<[?], f32>) { tc.call @relu(%I) into (%O) }
//! // becomes, for @net
//! tc.def @net(%I: !tc.tensor<[N], f32>) -> (%O: !tc.tensor<[?], f32>) { tc.comprehension %O[i] (i) { ... %I[i] ... } }
//! ```
//!
//! A size of the callee becomes the extent of the argument that binds it; if two arguments bind one
//! size, their extents must agree, which becomes a precondition. A rank-0 integer input that the
//! callee uses in subscripts must be given as an input of the caller, a literal or a size
//! expression. An argument whose box does not start at 0 is rebased: its subscripts are shifted by
//! its origin, which range inference over the statements before the call determines. Indices, loop
//! indices and temporaries of the callee are renamed to names that the caller does not use. A call
//! may stand in a loop, and the callee may have loops, scatters, fixed subscripts, pairs and
//! ranges that depend on indices: its statements keep their meaning, and the extents that it
//! declares for a return become those of the target.
//!
//! **Refused:** recursion (TC0220, with the cycle), arguments of another count, rank or element
//! type (TC0219), an argument whose box a later statement of the loop around the call may extend
//! (TC0219), an unknown callee (TC0515). Callees are inlined first, so each body is copied
//! once per call. Runs before `tc-infer-ranges`.

mod statements;

use super::infer_ranges::emit;
use super::inference::{boxes, model, reader};
use melior::ir::attribute::StringAttribute;
use std::collections::{HashMap, HashSet};
use tc_dialects::location;
use tc_dialects::op;
use tc_dialects::tc::forms;
use tc_dialects::tc::{
    Access, Call, Comprehension, Def, For, Index, Left, Range, Role, Temporary, Tensor, ValueOf,
};
use tc_pass_host::*;
use tc_syntax::diagnostic::{Code, Diagnostic, Place};
use tc_syntax::expr::{Comparison, Condition, Expr, Precondition, Symbol};

pass! {
    /// Replaces each tc.call by the statements of the called def, callees first. The called defs
    /// stay in the module.
    pub struct TcInlineCalls {
        name: "tc-inline-calls",
        anchor: "builtin.module",
        summary: "replace calls of defs by their statements",
        dialects: ["tc"],
        statistics: {
            /// calls replaced
            calls,
        },
    }
}

impl Pass for TcInlineCalls {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        match inline_all(ctx.context(), operation) {
            Ok(count) => {
                self.calls.add(count);
                Ok(())
            }
            Err(errors) => {
                errors
                    .iter()
                    .for_each(|error| emit(ctx.context(), operation.location(), error));
                Err(Failure::already_reported())
            }
        }
    }
}

/// The largest def that inlining may produce: if each def calls the previous one twice, lengths
/// double.
const MOST_STATEMENTS: usize = 10_000;

fn place<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Option<Place> {
    location::place(operation.location())
}

fn calls_of<'c: 'a, 'a>(def: Def<'c, 'a>) -> Vec<Call<'c, 'a>> {
    def.calls()
}

/// Inlines all calls of a module; returns their number.
pub fn inline_all<'c: 'a, 'a>(
    context: &'c Context,
    module: OperationRef<'c, 'a>,
) -> Result<usize, Vec<Diagnostic>> {
    let defs: Vec<Def> = op::children(module)
        .into_iter()
        .filter_map(Def::from_op)
        .collect();
    let by_name: HashMap<String, usize> = defs
        .iter()
        .enumerate()
        .map(|(at, def)| (def.name(), at))
        .collect();
    let order = callees_first(&defs, &by_name).map_err(|error| vec![error])?;
    check_lengths(&defs, &by_name, &order).map_err(|error| vec![error])?;
    let (mut count, mut errors) = (0, Vec::new());
    for position in order {
        let mut boxes = HashMap::new();
        for call in calls_of(defs[position]) {
            let callee = defs[by_name[&call.callee()]];
            match (Inliner {
                context,
                caller: defs[position],
                callee,
                call,
                boxes: &mut boxes,
            })
            .inline()
            {
                Ok(()) => count += 1,
                Err(error) => errors.push(error),
            }
        }
    }
    if errors.is_empty() {
        Ok(count)
    } else {
        Err(errors)
    }
}

/// Refuses defs that inlining would make too long, before any body is copied: ranges are inferred
/// at each call, and a body that doubles forty times is detected after the first few.
fn check_lengths(
    defs: &[Def<'_, '_>],
    by_name: &HashMap<String, usize>,
    callees_first: &[usize],
) -> Result<(), Diagnostic> {
    let mut lengths: Vec<usize> = defs.iter().map(|def| def.operations().len()).collect();
    for &position in callees_first {
        for call in calls_of(defs[position]) {
            lengths[position] += lengths[by_name[&call.callee()]];
            if lengths[position] > MOST_STATEMENTS {
                return Err(too_long(defs[position], call));
            }
        }
    }
    Ok(())
}

fn too_long(caller: Def<'_, '_>, call: Call<'_, '_>) -> Diagnostic {
    let message = format!(
        "inlining makes `{}` longer than {MOST_STATEMENTS} statements",
        caller.name()
    );
    Diagnostic::error(Code::TC0601, message)
        .at(place(call.operation()), "")
        .help("call it where its result is used more than once, and use the result")
}

/// The defs in an order in which callees come first; a cycle is TC0220. Not recursive, since calls
/// may chain through thousands of defs.
fn callees_first(
    defs: &[Def<'_, '_>],
    by_name: &HashMap<String, usize>,
) -> Result<Vec<usize>, Diagnostic> {
    let mut order = Vec::new();
    let mut done = HashSet::new();
    for start in 0..defs.len() {
        let mut path = vec![(start, calls_of(defs[start]).into_iter())];
        while let Some((def, calls)) = path.last_mut() {
            let def = *def;
            if done.contains(&def) {
                path.pop();
                continue;
            }
            let Some(call) = calls.next() else {
                done.insert(def);
                order.push(def);
                path.pop();
                continue;
            };
            let Some(callee) = by_name.get(&call.callee()).copied() else {
                let message = format!("unknown def `{}`", call.callee());
                return Err(
                    Diagnostic::error(Code::TC0515, message).at(place(call.operation()), "")
                );
            };
            if let Some(from) = path.iter().position(|(def, _)| *def == callee) {
                let cycle = path[from..].iter().map(|(def, _)| *def).chain([callee]);
                let names: Vec<String> =
                    cycle.map(|def| format!("`{}`", defs[def].name())).collect();
                let message = format!("recursive call: {}", names.join(" -> "));
                return Err(
                    Diagnostic::error(Code::TC0220, message).at(place(call.operation()), "")
                );
            }
            path.push((callee, calls_of(defs[callee]).into_iter()));
        }
    }
    Ok(order)
}

struct Inliner<'c, 'a, 'b> {
    context: &'c Context,
    caller: Def<'c, 'a>,
    callee: Def<'c, 'a>,
    call: Call<'c, 'a>,
    /// The boxes of the caller's tensors that earlier calls needed: inferred once, however many
    /// calls follow.
    boxes: &'b mut HashMap<String, Vec<model::Range>>,
}

/// The renaming of names and tensors of the callee.
struct Renaming<'c, 'a> {
    /// From the callee's tensors to those of the caller.
    tensors: HashMap<op::ValueKey, Value<'c, 'a>>,
    /// From the callee's tensor names to those of the caller.
    names: HashMap<String, String>,
    /// Sizes and scalars.
    symbols: HashMap<String, Expr>,
    /// By the value of a callee's input: the shift of its subscripts.
    origins: HashMap<op::ValueKey, Vec<Expr>>,
}

impl<'c: 'a, 'a> Inliner<'c, 'a, '_> {
    fn error(&self, code: Code, message: String) -> Diagnostic {
        Diagnostic::error(code, message).at(place(self.call.operation()), "")
    }

    fn inline(&mut self) -> Result<(), Diagnostic> {
        let pairs = self.pairs()?;
        let mut renaming = Renaming {
            tensors: pairs
                .iter()
                .map(|(from, to)| (op::ValueKey::of(from.value()), to.value()))
                .collect(),
            names: pairs
                .iter()
                .map(|(from, to)| (from.name(), to.name()))
                .collect(),
            symbols: HashMap::new(),
            origins: self.origins(&pairs)?,
        };
        let mut preconditions = self.bind(&pairs, &mut renaming)?;
        if forms::other_than(self.callee, &[]).is_some() {
            self.declare_targets(&pairs, &renaming);
        }
        for operation in self.callee.operations() {
            self.copy(operation, &mut renaming)?;
        }
        for precondition in self.callee.preconditions() {
            preconditions.push(precondition.substitute(&|symbol| renaming.symbol(symbol)));
        }
        let mut texts: Vec<String> = self
            .caller
            .preconditions()
            .iter()
            .map(ToString::to_string)
            .collect();
        for text in preconditions.iter().map(ToString::to_string) {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        self.caller.set_preconditions(self.context, &texts);
        op::erase(self.call.operation());
        Ok(())
    }

    fn caller_tensor(&self, value: Value<'c, 'a>) -> Option<Tensor<'c, 'a>> {
        self.caller
            .tensors()
            .into_iter()
            .find(|tensor| op::same_value(tensor.value(), value))
    }

    /// Each argument and return of the callee with the corresponding tensor of the caller.
    fn pairs(&self) -> Result<Vec<(Tensor<'c, 'a>, Tensor<'c, 'a>)>, Diagnostic> {
        let name = self.callee.name();
        let (inputs, returns) = (self.callee.inputs(), self.callee.returns());
        for (what, wanted, found) in [
            ("takes", inputs.len(), self.call.inputs().len()),
            ("returns", returns.len(), self.call.targets().len()),
        ] {
            if wanted != found {
                return Err(self.error(
                    Code::TC0219,
                    format!("`{name}` {what} {wanted}, found {found}"),
                ));
            }
        }
        let given = self.call.inputs().into_iter().chain(self.call.targets());
        let mut pairs = Vec::new();
        for (position, (from, value)) in inputs.into_iter().chain(returns).zip(given).enumerate() {
            let to = self.caller_tensor(value);
            let to = to.ok_or_else(|| {
                self.error(
                    Code::TC0219,
                    format!("argument {} of `{name}` is not a tensor", position + 1),
                )
            })?;
            let (wanted, found) = (from.tensor_type(), to.tensor_type());
            if wanted.element() != found.element() || wanted.rank() != found.rank() {
                let describe = |ty: tc_dialects::tc::TensorType| {
                    format!("{} of rank {}", ty.element(), ty.rank())
                };
                let message = format!(
                    "argument {} of `{name}`: expected {}, found {}",
                    position + 1,
                    describe(wanted),
                    describe(found)
                );
                return Err(self.error(Code::TC0219, message));
            }
            pairs.push((from, to));
        }
        Ok(pairs)
    }

    /// The extents that the callee declares for a return are those of its target, which fixed and
    /// computed subscripts need.
    fn declare_targets(
        &self,
        pairs: &[(Tensor<'c, 'a>, Tensor<'c, 'a>)],
        renaming: &Renaming<'c, 'a>,
    ) {
        for (from, to) in pairs.iter().filter(|(from, _)| from.role() == Role::Out) {
            let (declared, own) = (from.tensor_type().dims(), to.tensor_type().dims());
            if own.iter().any(Option::is_some) || to.role() == Role::In {
                continue;
            }
            let change = |expr: &Expr| {
                let named = expr.substitute(&|symbol| renaming.symbol(symbol));
                named.substitute(&|symbol| match symbol {
                    Symbol::Extent(tensor, dim) => {
                        let range = self.boxes.get(tensor)?.get(usize::try_from(*dim).ok()?)?;
                        Some(range.extent(&[]))
                    }
                    Symbol::Name(_) => None,
                })
            };
            let is_size = |expr: &Expr| {
                let mut symbols = expr.symbols().into_iter();
                symbols.all(|symbol| symbol.as_name().is_some())
            };
            let dims = declared.into_iter().map(|dim| {
                let dim = dim?;
                let range = Range::new(change(&dim.lower), change(&dim.upper));
                (is_size(&range.lower) && is_size(&range.upper)).then_some(range)
            });
            let dims: Vec<Option<Range>> = dims.collect();
            to.set_type(tc_dialects::tc::TensorType::new(
                self.context,
                &dims,
                to.tensor_type().element(),
            ));
        }
    }

    /// The loops of the caller around the call.
    fn around(&self) -> Vec<For<'c, 'a>> {
        let inner = self
            .call
            .operation()
            .parent_operation()
            .and_then(For::from_op);
        let outer = inner.map(For::loops).unwrap_or_default();
        outer.into_iter().chain(inner).collect()
    }

    /// Refuses an argument whose box is not known at a call in a loop: no statement before the call
    /// writes it, or one behind it extends it by a fixed subscript.
    fn is_complete(&self, tensor: &Tensor<'c, 'a>) -> Result<(), Diagnostic> {
        let is_declared = tensor.tensor_type().dims().iter().all(Option::is_some);
        if is_declared || self.around().is_empty() {
            return Ok(());
        }
        let all = self.caller.all_operations();
        let at = all
            .iter()
            .position(|operation| *operation == self.call.operation());
        let (before, behind) = all.split_at(at.unwrap_or(0));
        let writes = |statement: &Comprehension<'c, 'a>| {
            let mut targets = statement.targets().into_iter();
            targets.any(|target| op::same_value(target, tensor.value()))
        };
        let writers = |operations: &[OperationRef<'c, 'a>]| -> Vec<Comprehension<'c, 'a>> {
            let statements = operations.iter().copied();
            let statements = statements.filter_map(Comprehension::from_op);
            statements.filter(|one| writes(one)).collect()
        };
        let is_fixed = |one: &Comprehension<'c, 'a>| {
            let left = one.left();
            left.iter().any(|left| matches!(left, Left::Fixed(_)))
        };
        if !writers(before).is_empty() && !writers(behind).iter().any(is_fixed) {
            return Ok(());
        }
        let name = tensor.name();
        let message = format!("the extents of `{name}` are not known at this call in a loop");
        let error = self.error(Code::TC0219, message);
        Err(error.help(format!(
            "declare the extents of `{name}` as those of a return, or write all of it before the loop"
        )))
    }

    /// The origins of arguments that do not start at 0, inferred from the statements before the
    /// call.
    fn origins(
        &mut self,
        pairs: &[(Tensor<'c, 'a>, Tensor<'c, 'a>)],
    ) -> Result<HashMap<op::ValueKey, Vec<Expr>>, Diagnostic> {
        let mut origins = HashMap::new();
        let computed = pairs.iter().filter(|(from, to)| {
            matches!(from.role(), Role::In | Role::InOut)
                && to.role() != Role::In
                && to.tensor_type().rank() > 0
        });
        let computed: Vec<_> = computed.collect();
        if computed.is_empty() {
            return Ok(origins);
        }
        for (_, to) in &computed {
            self.is_complete(to)?;
        }
        let mut model = reader::read_def_until(self.caller, Some(self.call.operation()))?;
        model.take_as_given(self.boxes);
        self.boxes.extend(boxes(&model));
        for (from, to) in computed {
            let Some(dims) = self.boxes.get(&to.name()) else {
                continue;
            };
            let lows: Vec<Expr> = dims.iter().map(|dim| dim.low.clone()).collect();
            if lows.iter().all(|low| low.as_const() == Some(0)) {
                continue;
            }
            if from.role() == Role::InOut {
                let message = format!(
                    "`{}` is updated by `{}` but does not start at 0",
                    to.name(),
                    self.callee.name()
                );
                return Err(self.error(Code::TC0219, message));
            }
            origins.insert(op::ValueKey::of(from.value()), lows);
        }
        Ok(origins)
    }

    /// Binds sizes to extents of arguments, and scalars to their arguments.
    fn bind(
        &self,
        pairs: &[(Tensor<'c, 'a>, Tensor<'c, 'a>)],
        renaming: &mut Renaming<'c, 'a>,
    ) -> Result<Vec<Precondition>, Diagnostic> {
        let sizes = self.callee.sizes();
        let mut required: Vec<(Expr, Expr)> = Vec::new();
        for (from, to) in pairs.iter().filter(|(from, _)| from.role() != Role::Out) {
            if from.tensor_type().rank() == 0 && from.role() == Role::In {
                if let Some(value) = self.scalar(to) {
                    renaming.symbols.insert(from.name(), value);
                }
                continue;
            }
            for (dim, range) in from.tensor_type().dims().into_iter().enumerate() {
                let Some(range) = range else { continue };
                let extent = extent_of(to, dim);
                match range
                    .upper
                    .as_name()
                    .filter(|name| sizes.iter().any(|size| size == name))
                {
                    Some(size) => match renaming.symbols.get(size) {
                        Some(known) => required.push((known.clone(), extent)),
                        None => drop(renaming.symbols.insert(size.to_string(), extent)),
                    },
                    None => required.push((range.length(), extent)),
                }
            }
        }
        let mut preconditions = Vec::new();
        for (wanted, found) in required {
            let wanted = wanted.substitute(&|symbol| match symbol {
                Symbol::Name(name) if sizes.contains(name) => renaming.symbols.get(name).cloned(),
                _ => None,
            });
            if !wanted.same_as(&found) {
                let requires = Condition::new(found, Comparison::Equal, wanted);
                preconditions.push(Precondition {
                    requires,
                    when: Vec::new(),
                });
            }
        }
        Ok(preconditions)
    }

    /// A rank-0 tensor of the caller as an expression, if it is one.
    fn scalar(&self, tensor: &Tensor<'c, 'a>) -> Option<Expr> {
        if tensor.role() == Role::In {
            return Some(Expr::name(tensor.name()));
        }
        let mut writers = self
            .caller
            .comprehensions()
            .into_iter()
            .filter(|comprehension| op::same_value(comprehension.target(), tensor.value()));
        let (writer, another) = (writers.next()?, writers.next());
        if another.is_some() || writer.reduction().is_some() {
            return None;
        }
        let operations = op::operations(writer.body());
        let [value, _] = operations.as_slice() else {
            return None;
        };
        if let Some(value) = ValueOf::from_op(*value) {
            return Some(value.expr());
        }
        let constant = value.attribute("value").ok()?;
        let constant = melior::ir::attribute::IntegerAttribute::try_from(constant).ok()?;
        Some(Expr::Const(constant.value()))
    }
}

/// The extent of a tensor of the caller: a size if its type names one, otherwise `T.d`.
fn extent_of(tensor: &Tensor<'_, '_>, dim: usize) -> Expr {
    let known = tensor.tensor_type().dims().into_iter().nth(dim).flatten();
    match known.filter(|_| tensor.role() != Role::Out) {
        Some(range) => range.length(),
        None => Expr::extent(tensor.name(), u32::try_from(dim).unwrap_or(u32::MAX)),
    }
}

impl Renaming<'_, '_> {
    fn symbol(&self, symbol: &Symbol) -> Option<Expr> {
        match symbol {
            Symbol::Name(name) => self.symbols.get(name).cloned(),
            Symbol::Extent(tensor, dim) => Some(Expr::extent(self.names.get(tensor)?, *dim)),
        }
    }
}
