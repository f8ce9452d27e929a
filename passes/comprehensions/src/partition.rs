//! `tc-partition`: splits a def into several, which it calls.
//!
//! ```mlir
//! tc.def @f(%A, %B) -> (%C) {                   tc.def @f_0(%A) -> (%T) { tc.comprehension %T ... }
//!   %T = tc.temporary                           tc.def @f_1(%T, %B) -> (%C) { tc.comprehension %C ... }
//!   tc.comprehension %T[i, k] ... %A      ==>   tc.def @f(%A, %B) -> (%C) {
//!   tc.comprehension %C[i, j] ... %T, %B          %T = tc.temporary
//! }                                               tc.call @f_0(%A) into (%T)
//!                                                 tc.call @f_1(%T, %B) into (%C)
//!                                               }
//! ```
//!
//! Each part is a def of its own: it can be run, checked, tuned and lowered alone, with mapping
//! options, tiles and a block that need not suit the others. `tc-inline-calls` puts the parts
//! together again, which every way to a machine begins with: in one scop, `schedule-isl` decides
//! which statements share loops and which become kernels.
//!
//! **Which parts.** [`graph`]: statements are nodes, values are edges. With `by=values` statements
//! that leave values for each other stay together, with `by=tensors` also those that read the same
//! tensor, with `by=targets` only those that write one tensor. What needs each other in a circle
//! is one part.
//!
//! **Legal** always: what one statement leaves for another is there before it is used, and each
//! tensor is written by one part. **Not split** are statements between which a tensor goes that
//! does not start at 0, since the subscripts of an input do, and defs that call others.
//! **Refused**: a def without ranges. **Cost**: all pairs of statements.

pub mod graph;

use std::collections::{BTreeSet, HashMap};

use melior::ir::attribute::StringAttribute;
use tc_dialects::op::{self, ValueKey};
use tc_dialects::tc::builders::{self, Argument};
use tc_dialects::tc::{Call, Comprehension, Def, Role, Temporary, Tensor, ValueOf};
use tc_syntax::expr::{Expr, Symbol};

use crate::forms::require;
use graph::{GraphStatement, parts};
use tc_pass_host::*;

choices! {
    /// Which statements stay together.
    pub enum By {
        /// Those that read or write the same tensor.
        Tensors = "tensors",
        /// Those that leave values for each other; an input may be read by several parts.
        Values = "values",
        /// Those that write the same tensor; values go from part to part through memory.
        Targets = "targets",
    }
}

pass! {
    /// Splits each def into parts, private defs that it calls in an order in which every value is
    /// there before it is used. Needs ranges (`tc-infer-ranges`).
    pub struct TcPartition {
        name: "tc-partition",
        anchor: "builtin.module",
        summary: "split defs into several, which they call",
        dialects: ["tc"],
        options: {
            /// which statements stay together
            by: By = By::Values,
        },
        statistics: {
            /// defs made of parts of others
            parts,
            /// defs left whole
            left,
        },
    }
}

impl Pass for TcPartition {
    fn run<'c>(&self, module: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        let operations = op::children(module);
        let mut taken: BTreeSet<String> = operations
            .iter()
            .filter_map(|one| op::string(*one, "sym_name"))
            .collect();
        for def in operations.into_iter().filter_map(Def::from_op) {
            require(def, &[], "tc-partition")?;
            let contents = Contents::of(def)?;
            let parts = contents.parts(self.by);
            ctx.decided(def.operation(), contents.decision(&parts, self.by));
            if parts.len() < 2 {
                self.left.add(1);
                continue;
            }
            self.parts.add(parts.len());
            contents.split(ctx.context(), &parts, &mut taken)?;
        }
        Ok(())
    }
}

/// What a def consists of.
struct Contents<'c, 'a> {
    def: Def<'c, 'a>,
    /// Inputs, returns and temporaries.
    tensors: Vec<Tensor<'c, 'a>>,
    comprehensions: Vec<Comprehension<'c, 'a>>,
    /// For each comprehension.
    statements: Vec<GraphStatement>,
    /// Tensors that cannot go from part to part.
    whole: BTreeSet<usize>,
    calls: bool,
}

impl<'c: 'a, 'a> Contents<'c, 'a> {
    fn of(def: Def<'c, 'a>) -> Result<Self, Failure> {
        let tensors = def.tensors();
        let comprehensions = def.comprehensions();
        let mut statements = Vec::new();
        for comprehension in &comprehensions {
            if comprehension.ranges().contains(&None) {
                let name = def.name();
                let message = format!("expected ranges in `{name}`, found an index without one");
                return Err(Failure::new(message)
                    .at(comprehension.operation().location())
                    .note("run tc-infer-ranges first"));
            }
            statements.push(statement(&tensors, *comprehension));
        }
        let is_written = |at: &usize| statements.iter().any(|one| one.writes == *at);
        let starts_elsewhere = |at: &usize| {
            let dims = tensors[*at].tensor_type().dims().into_iter();
            let mut lowers = dims.map(|range| range.and_then(|range| range.lower.as_const()));
            lowers.any(|lower| lower != Some(0))
        };
        let all = 0..tensors.len();
        let whole = all.filter(is_written).filter(starts_elsewhere).collect();
        Ok(Contents {
            def,
            whole,
            calls: def
                .operations()
                .into_iter()
                .any(|one| Call::from_op(one).is_some()),
            tensors,
            comprehensions,
            statements,
        })
    }

    fn parts(&self, by: By) -> Vec<Vec<usize>> {
        if self.calls {
            vec![(0..self.statements.len()).collect()]
        } else {
            parts(&self.statements, by, &self.whole)
        }
    }

    /// What was decided, and why.
    fn decision(&self, parts: &[Vec<usize>], by: By) -> Decision {
        let subject = format!("parts of {}", self.def.name());
        let names = |tensors: &BTreeSet<usize>| {
            let names: Vec<String> = tensors.iter().map(|at| self.tensors[*at].name()).collect();
            names.join(", ")
        };
        if parts.len() < 2 {
            let reason = match () {
                () if self.calls => {
                    "it calls other defs, whose statements are not known here".to_owned()
                }
                () if self.statements.len() < 2 => "it has one statement".to_owned(),
                () if !self.whole.is_empty() && by == By::Targets => format!(
                    "{} does not start at 0, as what goes from def to def does",
                    names(&self.whole)
                ),
                () => by.kept_together().to_owned(),
            };
            let suggestion = if self.calls {
                "run tc-inline-calls first"
            } else {
                "the option by"
            };
            return Decision::missed(subject, "it stays one def")
                .because(reason)
                .unless(suggestion);
        }
        let targets = |part: &Vec<usize>| -> BTreeSet<usize> {
            part.iter().map(|at| self.statements[*at].writes).collect()
        };
        let computed: Vec<String> = parts.iter().map(|part| names(&targets(part))).collect();
        let between: BTreeSet<usize> = parts.iter().flat_map(|part| self.outside(part)).collect();
        let mut reason = by.split_because().to_owned();
        if !between.is_empty() {
            reason += &format!("; {} goes from def to def through memory", names(&between));
        }
        Decision::passed(
            subject,
            format!("{} defs, of {}", parts.len(), computed.join("; ")),
        )
        .because(reason)
        .unless("the option by; tc-inline-calls puts them together again")
        .figure("Parts", i64::try_from(parts.len()).unwrap_or(i64::MAX))
    }

    /// The tensors that a part writes and another one touches.
    fn outside(&self, part: &[usize]) -> BTreeSet<usize> {
        let others = (0..self.statements.len()).filter(|at| !part.contains(at));
        let touched: BTreeSet<usize> = others
            .flat_map(|at| self.statements[at].touches.iter().copied())
            .collect();
        let written = part.iter().map(|at| self.statements[*at].writes);
        written.filter(|tensor| touched.contains(tensor)).collect()
    }

    /// Makes a def of each part, and calls of them of the statements.
    fn split(
        &self,
        context: &'c Context,
        parts: &[Vec<usize>],
        taken: &mut BTreeSet<String>,
    ) -> Result<(), Failure> {
        let mut calls = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            let mut name = format!("{}_{number}", self.def.name());
            while !taken.insert(name.clone()) {
                name.push('_');
            }
            let made = self.part(context, &name, part)?;
            let location = self.def.operation().location();
            let values = |tensors: &[usize]| -> Vec<Value<'c, 'a>> {
                tensors.iter().map(|at| self.tensors[*at].value()).collect()
            };
            let (inputs, targets) = (values(&made.inputs), values(&made.returns));
            calls.push(builders::call(context, location, &name, &inputs, &targets));
        }
        for comprehension in &self.comprehensions {
            op::erase(comprehension.operation());
        }
        let body = self.def.body();
        for call in calls {
            op::append(body, call);
        }
        for temporary in self
            .def
            .operations()
            .into_iter()
            .filter_map(Temporary::from_op)
        {
            if !op::is_used(temporary.tensor().value()) {
                op::erase(temporary.operation());
            }
        }
        Ok(())
    }

    /// The def of a part.
    fn part(&self, context: &'c Context, name: &str, part: &[usize]) -> Result<Part, Failure> {
        let written: BTreeSet<usize> = part.iter().map(|at| self.statements[*at].writes).collect();
        let outside = self.outside(part);
        let expressions = self.expressions(part);
        let used = self.used(part, &expressions);
        let is_local =
            |at: &usize| self.tensors[*at].role() == Role::Temporary && !outside.contains(at);
        let (returns, inputs): (Vec<usize>, Vec<usize>) =
            used.iter().copied().partition(|at| written.contains(at));
        let (local, returns): (Vec<usize>, Vec<usize>) = returns.into_iter().partition(is_local);
        let argument = |at: &usize| {
            let tensor = &self.tensors[*at];
            let location = tensor.owner().location();
            let mut argument = Argument::new(tensor.name(), tensor.tensor_type(), location);
            argument.inout = tensor.role() == Role::InOut && written.contains(at);
            argument
        };
        let (takes, gives): (Vec<_>, Vec<_>) = (
            inputs.iter().map(argument).collect(),
            returns.iter().map(argument).collect(),
        );
        let sizes = self.extra_sizes(&inputs, &used, &expressions);
        let location = self.def.operation().location();
        let made = builders::def(context, location, name, &takes, &gives, &sizes);
        let made = op::insert_before(self.def.operation(), made);
        let private = StringAttribute::new(context, "private").into();
        op::set_attribute(made, "sym_visibility", Some(private));
        let made = Def::from_op(made)
            .ok_or_else(|| Failure::new("internal: a def that was built is none"))?;
        let mut values = HashMap::new();
        for (at, argument) in inputs.iter().chain(&returns).zip(made.arguments()) {
            values.insert(ValueKey::of(self.tensors[*at].value()), argument.value());
        }
        for at in local {
            let tensor = &self.tensors[at];
            let clone = op::append(made.body(), (*tensor.owner()).clone());
            values.insert(ValueKey::of(tensor.value()), op::result(clone));
        }
        for at in part {
            let statement = self.comprehensions[*at].operation();
            let clone = op::append(made.body(), (*statement).clone());
            for inner in [clone].into_iter().chain(op::nested(clone)) {
                for (position, operand) in op::operands(inner).into_iter().enumerate() {
                    if let Some(value) = values.get(&ValueKey::of(operand)) {
                        op::set_operand(inner, position, *value);
                    }
                }
            }
        }
        Ok(Part { inputs, returns })
    }

    /// All expressions of the statements of a part.
    fn expressions(&self, part: &[usize]) -> Vec<Expr> {
        let mut all = Vec::new();
        for comprehension in part.iter().map(|at| self.comprehensions[*at]) {
            let ranges = comprehension.ranges().into_iter().flatten();
            all.extend(ranges.flat_map(|range| [range.lower, range.upper]));
            for access in comprehension.accesses() {
                let subscripts = access.subscripts();
                all.extend(subscripts.iter().filter_map(|one| one.as_expr().cloned()));
            }
            comprehension.walk(&mut |inner| all.extend(ValueOf::from_op(inner).map(ValueOf::expr)));
        }
        all
    }

    /// The tensors of a part, and the scalar inputs that its expressions name.
    fn used(&self, part: &[usize], expressions: &[Expr]) -> Vec<usize> {
        let touched: BTreeSet<usize> = part
            .iter()
            .flat_map(|at| touched(&self.tensors, self.comprehensions[*at]))
            .collect();
        let named = |tensor: &Tensor| {
            let scalar = tensor.role() == Role::In && tensor.tensor_type().rank() == 0;
            scalar && expressions.iter().any(|one| one.mentions(&tensor.name()))
        };
        let all = self.tensors.iter().enumerate();
        all.filter(|(at, tensor)| touched.contains(at) || named(tensor))
            .map(|(at, _)| at)
            .collect()
    }

    /// The sizes that a part uses and that its inputs do not name.
    fn extra_sizes(&self, inputs: &[usize], used: &[usize], expressions: &[Expr]) -> Vec<String> {
        let of_types = |tensors: &[usize]| -> Vec<Expr> {
            let dims = tensors.iter();
            let dims = dims.flat_map(|at| self.tensors[*at].tensor_type().dims());
            let ranges = dims.flatten();
            ranges
                .flat_map(|range| [range.lower, range.upper])
                .collect()
        };
        let names = |all: &[Expr]| -> BTreeSet<String> {
            let mut names = BTreeSet::new();
            for one in all {
                one.for_each_symbol(&mut |symbol| {
                    if let Symbol::Name(name) = symbol {
                        names.insert(name.clone());
                    }
                });
            }
            names
        };
        let known = names(&of_types(inputs));
        let mut wanted = names(&of_types(used));
        wanted.extend(names(expressions));
        let sizes = self.def.sizes().into_iter();
        sizes
            .filter(|size| wanted.contains(size) && !known.contains(size))
            .collect()
    }
}

/// The tensors that the def of a part is called with.
struct Part {
    inputs: Vec<usize>,
    returns: Vec<usize>,
}

impl By {
    fn kept_together(self) -> &'static str {
        match self {
            By::Tensors => "its statements share tensors",
            By::Values => "its statements use values of each other",
            By::Targets => {
                "its statements write one tensor, or need values of each other in a circle"
            }
        }
    }

    fn split_because(self) -> &'static str {
        match self {
            By::Tensors => "they share no tensor",
            By::Values => "they use no value of each other",
            By::Targets => "each computes tensors of its own, and has tiles and a block of its own",
        }
    }
}

/// The numbers of the tensors that a comprehension reads or writes.
fn touched(tensors: &[Tensor<'_, '_>], comprehension: Comprehension<'_, '_>) -> BTreeSet<usize> {
    let accesses = comprehension.accesses().into_iter();
    let values = accesses.map(|access| ValueKey::of(access.tensor()));
    let values: Vec<ValueKey> = values
        .chain([ValueKey::of(comprehension.target())])
        .collect();
    let all = tensors.iter().enumerate();
    all.filter(|(_, tensor)| values.contains(&ValueKey::of(tensor.value())))
        .map(|(at, _)| at)
        .collect()
}

fn statement(tensors: &[Tensor<'_, '_>], comprehension: Comprehension<'_, '_>) -> GraphStatement {
    let target = ValueKey::of(comprehension.target());
    let mut touches = touched(tensors, comprehension);
    // Every statement may read a scalar of its own.
    touches.retain(|at| {
        let tensor = &tensors[*at];
        tensor.role() != Role::In || tensor.tensor_type().rank() > 0
    });
    let writes = tensors
        .iter()
        .position(|one| ValueKey::of(one.value()) == target);
    GraphStatement {
        writes: writes.unwrap_or(tensors.len()),
        touches,
    }
}
