//! Generated loops, read back: the loops in their order, and for each body the points at which it
//! runs.
//!
//! ```text
//! scf.for %i = %lb to %ub step 4    lb <= i < ub and (i - lb) mod 4 = 0
//! scf.if %c { .. } else { .. }      the points at which the condition holds, and the others
//! gpu.launch_func                   the kernel in its place: 0 <= b < grid, 0 <= t < block
//! scf.if schedule.arrive ..         the block of a group that arrives last, as that with the number 0
//! schedule.instance @S(%a, %b)      a body follows, proposed to be the instance S[a, b]
//! ```
//!
//! An operation with an effect that is not of a body is not understood; neither is a loop with
//! values that it carries. So what is read is all that the loops do.

use std::collections::HashMap;

use melior::ir::r#type::IntegerType;
use tc_dialects::op::{self, OperationKey};
use tc_dialects::schedule::ARRIVE;
use tc_dialects::schedule::tree::{Axis, Last, Refusal, Tree};
use tc_isl::{Dim, Id, Set};

use super::arrays::{Arrays, Home, Scope};
use super::body::Comparison;
use super::index::{Function, Indices, Meaning, undecided};
use super::points::{computed, tuple};
use super::program::{Body, Kind, Launch, Loop, Node, Program, is_silent};
use super::source::Source;
use super::{INSTANCE, LOOPS, arrival, at};
use crate::vectorize::VECTOR;
use tc_pass_host::*;

/// Reads the function that was made from a scop, and the kernels that it launches.
pub struct Reader<'r, 'c, 'a> {
    /// The scop.
    pub source: &'r Source<'c, 'a>,
    /// The meaning of index values.
    pub indices: &'r mut Indices,
    /// The memory of its arrays.
    pub arrays: Arrays,
    module: OperationRef<'c, 'a>,
    program: Program<'c>,
    /// The next dimension for a loop.
    depth: usize,
    scope: Scope,
    /// In the branch of the last block of a group, the axes across which the group is.
    last_across: Option<Vec<Axis>>,
    /// Points with zeros from a dimension on, by its number.
    closed: HashMap<(usize, usize), Set>,
}

/// The most loops around each other in an operation.
pub fn depth_of(op: OperationRef<'_, '_>) -> usize {
    let inner = op::blocks(op).into_iter().flat_map(op::operations);
    let deepest = inner.map(depth_of).max().unwrap_or(0);
    deepest + usize::from(matches!(op::name(op), "scf.for" | "scf.parallel"))
}

/// The kernel that a launch names, in a module.
pub fn kernel_of<'c, 'a>(
    module: OperationRef<'c, 'a>,
    launch: OperationRef<'c, 'a>,
) -> Option<OperationRef<'c, 'a>> {
    let text = launch.attribute("kernel").ok()?.to_string();
    let mut names = text.split("::").map(|part| part.trim_matches(['@', '"']));
    let (container, name) = (names.next()?, names.next()?);
    let mut modules = op::children(module).into_iter();
    let container =
        modules.find(|one| op::is(*one, "gpu.module") && op::symbol(*one) == container)?;
    let mut functions = op::children(container).into_iter();
    functions.find(|one| op::is(*one, "gpu.func") && op::symbol(*one) == name)
}

impl<'r, 'c, 'a> Reader<'r, 'c, 'a> {
    /// Reads a function whose loops around launches, or all of whose loops, are at most so deep.
    pub fn read(
        module: OperationRef<'c, 'a>,
        source: &'r Source<'c, 'a>,
        indices: &'r mut Indices,
        function: OperationRef<'c, 'a>,
        context: &Set,
        host_dims: usize,
    ) -> Result<Program<'c>, Failure> {
        let all = Set::universe(&indices.space).and_then(|all| all.intersect_params(context));
        indices.here = all.map_err(|error| at(function, error.into()))?;
        let key = OperationKey::of(function);
        let mut reader = Reader {
            source,
            indices,
            arrays: Arrays::default(),
            module,
            program: Program {
                nodes: Vec::new(),
                bodies: Vec::new(),
                launches: Vec::new(),
                host_dims,
            },
            depth: 0,
            scope: Scope {
                launch: None,
                parallel: None,
                function: key,
                host: key,
            },
            last_across: None,
            closed: HashMap::new(),
        };
        let entry = op::body(function);
        let entry = entry.ok_or_else(|| at(function, undecided("a function without a body")))?;
        reader
            .bind_arguments(entry)
            .map_err(|refusal| at(function, refusal))?;
        reader.program.nodes = reader.block(entry)?;
        Ok(reader.program)
    }

    /// A function takes the arguments of the scop in their order, then its sizes.
    fn bind_arguments(&mut self, entry: BlockRef<'c, 'a>) -> Result<(), Refusal> {
        let arrays = self.source.arrays.iter().enumerate();
        let arrays = arrays.filter(|(_, array)| array.kind.is_argument());
        let arrays: Vec<usize> = arrays.map(|(number, _)| number).collect();
        let sizes = self.source.scop.sizes.len();
        let arguments = op::arguments(entry);
        if arguments.len() != arrays.len() + sizes {
            return Err(undecided(format!(
                "expected a function of {} arrays and {sizes} sizes, found {} arguments",
                arrays.len(),
                arguments.len()
            )));
        }
        let (memrefs, numbers) = arguments.split_at(arrays.len());
        for (array, memref) in arrays.into_iter().zip(memrefs) {
            self.arrays.bind(*memref, Home::Argument(array));
        }
        for (size, number) in numbers.iter().enumerate() {
            let meaning = self.indices.size(size);
            self.indices.bind(*number, meaning);
        }
        Ok(())
    }

    fn block(&mut self, block: BlockRef<'c, 'a>) -> Result<Vec<Node<'c>>, Failure> {
        let operations = op::operations(block);
        let mut nodes = Vec::new();
        let mut position = 0;
        let mut freed = false;
        let mut finished = false;
        while let Some(operation) = operations.get(position).copied() {
            position += 1;
            let name = op::name(operation);
            if freed && !is_end(name) {
                let message = format!("`{name}` behind `memref.dealloc`");
                return Err(at(operation, undecided(message)));
            }
            if finished && !is_end(name) && !is_silent(name) {
                let message = format!("`{name}` behind what the last block of a group runs");
                return Err(at(operation, undecided(message)));
            }
            match name {
                ARRIVE => {}
                "scf.if" if arrival::of(operation).is_some() => {
                    nodes.extend(self.finish(operation)?);
                    finished = true;
                }
                "scf.for" => nodes.push(self.ordered(operation)?),
                "scf.parallel" => nodes.push(self.parallel(operation)?),
                "scf.if" => nodes.extend(self.branches(operation)?),
                "gpu.launch_func" => nodes.push(self.launch(operation)?),
                INSTANCE => {
                    let (body, behind) = self.body(operation, &operations[position..])?;
                    position += behind;
                    nodes.push(Node::Body(self.program.bodies.len()));
                    self.program.bodies.push(body);
                }
                "memref.dealloc" if is_local(operation) => freed = true,
                _ if is_end(name) && op::operands(operation).is_empty() => {
                    if operation.next_in_block().is_some() {
                        return Err(at(operation, undecided("operations behind the end")));
                    }
                }
                _ if is_silent(name) => self.computed_here(operation)?,
                _ => {
                    let message = format!("`{name}` outside of the body of a statement");
                    return Err(at(operation, undecided(message)));
                }
            }
        }
        Ok(nodes)
    }

    /// Runs `work` below one more loop, whose points are in `domain`.
    fn below(&mut self, domain: Set, block: BlockRef<'c, 'a>) -> Result<Vec<Node<'c>>, Failure> {
        let dim = self.indices.dim(self.depth);
        self.indices.bind(op::arguments(block)[0], dim);
        let outer = std::mem::replace(&mut self.indices.here, domain);
        self.depth += 1;
        let inside = self.block(block);
        self.depth -= 1;
        self.indices.here = outer;
        inside
    }

    fn ordered(&mut self, operation: OperationRef<'c, 'a>) -> Result<Node<'c>, Failure> {
        let domain = self
            .iterations(operation)
            .map_err(|refusal| at(operation, refusal))?;
        let block =
            op::body(operation).ok_or_else(|| at(operation, undecided("a loop without a body")))?;
        let dim = self.depth;
        let inside = self.below(domain.clone(), block)?;
        let kind = match op::string(operation, VECTOR) {
            Some(lanes) => Kind::Lanes(lanes),
            None => Kind::Ordered,
        };
        let location = operation.location();
        Ok(Node::Loop(Loop {
            dim,
            kind,
            domain,
            location,
            inside,
        }))
    }

    fn parallel(&mut self, operation: OperationRef<'c, 'a>) -> Result<Node<'c>, Failure> {
        let nested = self.scope.parallel.is_some() || self.scope.launch.is_some();
        if nested {
            return Err(at(
                operation,
                undecided("a parallel loop inside of another one"),
            ));
        }
        let domain = self
            .iterations(operation)
            .map_err(|refusal| at(operation, refusal))?;
        let block =
            op::body(operation).ok_or_else(|| at(operation, undecided("a loop without a body")))?;
        let dim = self.depth;
        self.scope.parallel = Some(OperationKey::of(operation));
        let inside = self.below(domain.clone(), block);
        self.scope.parallel = None;
        let location = operation.location();
        Ok(Node::Loop(Loop {
            dim,
            kind: Kind::Parallel,
            domain,
            location,
            inside: inside?,
        }))
    }

    /// The points of a loop's iterations.
    fn iterations(&mut self, operation: OperationRef<'c, 'a>) -> Result<Set, Refusal> {
        let operands = op::operands(operation);
        let ([lower, upper, step], 0) = (operands.as_slice(), operation.result_count()) else {
            return Err(undecided(
                "a loop that carries values, or counts in several dimensions",
            ));
        };
        let step = self.indices.value(*step)?.number().filter(|step| *step > 0);
        let step = step.ok_or_else(|| undecided("a loop whose step is no positive number"))?;
        let counter = self.indices.dim(self.depth);
        let here = self.indices.pieces(&counter.function)?;
        let mut domain = self.indices.here.clone();
        for end in parts(*lower, "arith.maxsi") {
            let end = self.defined(end)?;
            domain = domain.intersect(&here.ge_set(&self.indices.pieces(&end.function)?)?)?;
        }
        for end in parts(*upper, "arith.minsi") {
            let end = self.defined(end)?;
            domain = domain.intersect(&here.lt_set(&self.indices.pieces(&end.function)?)?)?;
        }
        if step > 1 {
            let first = self.defined(*lower)?;
            let since = self.indices.binary("arith.subi", &counter, &first)?;
            let number = self.indices.constant(step);
            let turns = self.indices.binary("arith.floordivsi", &since, &number)?;
            let whole = self.indices.binary("arith.muli", &turns, &number)?;
            let (whole, since) = (
                self.indices.pieces(&whole.function)?,
                self.indices.pieces(&since.function)?,
            );
            domain = domain.intersect(&whole.eq_set(&since)?)?;
        }
        Ok(domain)
    }

    /// The meaning of a value that must be defined at the current place.
    fn defined(&mut self, value: Value<'c, 'a>) -> Result<Meaning, Refusal> {
        let meaning = self.indices.value(value)?;
        match self.indices.undefined(&meaning, &self.indices.here)? {
            None => Ok(meaning),
            Some(_) => Err(Refusal::new(
                "an unsigned division of a number that may be negative decides what the loops do",
            )),
        }
    }

    /// Reads what an operation computes, at the points that run it.
    ///
    /// There the sign of a dividend is known, most pieces of a choice are empty, and often a
    /// quotient is exact.
    fn computed_here(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), Failure> {
        let Ok(value) = operation.result(0).map(Value::from) else {
            return Ok(());
        };
        // What cannot be read is an error where it is used.
        if IntegerType::try_from(value.r#type()).is_ok_and(|integer| integer.width() == 1) {
            let _ = self.indices.condition(value);
        }
        if !value.r#type().is_index() {
            return Ok(());
        }
        let Ok(meaning) = self.indices.value(value) else {
            return Ok(());
        };
        let Function::Pieces(function) = &meaning.function else {
            return Ok(());
        };
        let here = &self.indices.here;
        let undefined = self.indices.undefined(&meaning, here);
        let undefined = undefined.map_err(|error| at(operation, error.into()))?;
        if undefined.is_none() {
            let sum = computed(self.indices, function, here);
            let sum = sum.map_err(|refusal| at(operation, refusal))?;
            let total = true;
            self.indices.bind(value, Meaning { total, ..sum });
        }
        Ok(())
    }

    fn branches(&mut self, operation: OperationRef<'c, 'a>) -> Result<Vec<Node<'c>>, Failure> {
        let refused = |refusal: Refusal| at(operation, refusal);
        if operation.result_count() > 0 {
            return Err(refused(undecided("a condition that chooses a value")));
        }
        let condition = self
            .indices
            .condition(op::operands(operation)[0])
            .map_err(refused)?;
        let outer = self.indices.here.clone();
        let regions: Vec<_> = operation.regions().map(|one| one.first_block()).collect();
        let split = || {
            let holds = condition.holds(&outer)?.coalesce()?;
            let total = condition.total();
            if total && regions.iter().skip(1).all(Option::is_none) {
                return Ok((holds, outer.clone(), true));
            }
            let fails = condition.fails(&outer)?.coalesce()?;
            let known = total || outer.is_subset(&holds.union(&fails)?)?;
            Ok((holds, fails, known))
        };
        let split: tc_isl::Result<(Set, Set, bool)> = split();
        let (holds, fails, known) = split.map_err(|error| refused(error.into()))?;
        if !known {
            return Err(refused(Refusal::new(
                "an unsigned division of a number that may be negative decides a condition",
            )));
        }
        let mut nodes = Vec::new();
        for (block, here) in regions.into_iter().zip([holds, fails]) {
            let Some(block) = block else {
                continue;
            };
            let cells = if is_straight(block) {
                cells(here).map_err(|error| refused(error.into()))?
            } else {
                vec![here]
            };
            for cell in cells {
                self.indices.forget(block);
                self.indices.here = cell;
                let inside = self.block(block);
                self.indices.here = outer.clone();
                nodes.extend(inside?);
            }
        }
        Ok(nodes)
    }

    /// What the last block of each group runs, as if that had the number 0 along the axes across
    /// which the group is: nothing there depends on these numbers.
    fn finish(&mut self, operation: OperationRef<'c, 'a>) -> Result<Vec<Node<'c>>, Failure> {
        let (last, inside) = self
            .arrival(operation)
            .map_err(|refusal| at(operation, refusal))?;
        let Some(block) = op::body(operation) else {
            return Ok(Vec::new());
        };
        let outer = std::mem::replace(&mut self.indices.here, inside);
        self.last_across = Some(last.across);
        let inside = self.block(block);
        self.last_across = None;
        self.indices.here = outer;
        inside
    }

    /// The node of the tree that a count of blocks is for, and the points of the blocks with the
    /// number 0 in their groups.
    fn arrival(&mut self, operation: OperationRef<'c, 'a>) -> Result<(Last, Set), Refusal> {
        let launch = self
            .scope
            .launch
            .map(|number| &self.program.launches[number]);
        let grid = launch.map(|launch| launch.grid);
        let (Some(grid), Some(arrive)) = (grid, arrival::of(operation)) else {
            return Err(undecided("a count of blocks outside of a kernel"));
        };
        arrival::check_place(operation, arrive)?;
        let counted = self.defined(op::operands(arrive)[1])?;
        let arrivals = op::integer(arrive, "arrivals").unwrap_or(0);
        let first = self.program.host_dims;
        for (_, node) in self.source.scop.tree.walk() {
            let Tree::Last { last, .. } = node else {
                continue;
            };
            let mut group = self.indices.constant(0);
            for (axis, step) in last.groups(grid).0 {
                let (number, step) = (
                    self.indices.dim(first + axis.index()),
                    self.indices.constant(step),
                );
                let number = self.indices.binary("arith.muli", &number, &step)?;
                group = self.indices.binary("arith.addi", &group, &number)?;
            }
            let (group, counted) = (
                self.indices.pieces(&group.function)?,
                self.indices.pieces(&counted.function)?,
            );
            let wrong = self.indices.here.intersect(&group.ne_set(&counted)?)?;
            if last.arrivals(grid) != arrivals || !wrong.is_empty()? {
                continue;
            }
            arrival::check_numbers(operation, &last.across)?;
            let zero = self.indices.constant(0);
            let zero = self.indices.pieces(&zero.function)?;
            let mut inside = self.indices.here.clone();
            for axis in &last.across {
                let here = self.indices.dim(first + axis.index());
                let here = self.indices.pieces(&here.function)?;
                inside = inside.intersect(&here.eq_set(&zero)?)?;
            }
            return Ok((last.clone(), inside));
        }
        Err(Refusal::new(
            "the tree has no groups of so many blocks that are counted at these numbers",
        ))
    }

    fn launch(&mut self, operation: OperationRef<'c, 'a>) -> Result<Node<'c>, Failure> {
        let number = self.program.launches.len();
        let kernel = kernel_of(self.module, operation);
        let kernel = kernel.ok_or_else(|| at(operation, undecided("a launch of no kernel")))?;
        let entry =
            op::body(kernel).ok_or_else(|| at(kernel, undecided("a kernel without a body")))?;
        let launch = self
            .bind_launch(operation, kernel, entry, number)
            .map_err(|refusal| at(operation, refusal))?;
        let domain = self
            .threads(&launch)
            .map_err(|error| at(operation, error.into()))?;
        self.program.launches.push(launch);
        self.indices.forget(entry);
        let (outer, outer_scope) = (self.indices.here.clone(), self.scope);
        let depth = std::mem::replace(&mut self.depth, self.program.host_dims + 6);
        self.indices.here = domain;
        self.scope.launch = Some(number);
        self.scope.function = OperationKey::of(kernel);
        let inside = self.block(entry);
        (self.indices.here, self.scope, self.depth) = (outer, outer_scope, depth);
        Ok(Node::Launch(number, inside?))
    }

    /// Gives the arguments of a kernel the meaning of what a launch passes.
    fn bind_launch(
        &mut self,
        operation: OperationRef<'c, 'a>,
        kernel: OperationRef<'c, 'a>,
        entry: BlockRef<'c, 'a>,
        number: usize,
    ) -> Result<Launch<'c>, Refusal> {
        let operands = op::operands(operation);
        let mut counts = Vec::new();
        for operand in operands.iter().take(6) {
            counts.push(self.indices.value(*operand)?.number());
        }
        let counts: Option<Vec<i64>> = counts.into_iter().collect();
        let counts = counts.filter(|counts| counts.len() == 6);
        let counts = counts.ok_or_else(|| undecided("a launch of unknown size"))?;
        let [grid, block] =
            [0, 3].map(|first| [counts[first], counts[first + 1], counts[first + 2]]);
        for (attribute, size) in [("known_grid_size", grid), ("known_block_size", block)] {
            let said = kernel.attribute(attribute).map(|said| said.to_string());
            let wanted = format!("array<i32: {}, {}, {}>", size[0], size[1], size[2]);
            if said.is_ok_and(|said| said != wanted) {
                return Err(Refusal::new(format!(
                    "the kernel is launched with another `{attribute}` than it states"
                )));
            }
        }
        let mut passed = operands[6..].iter().copied();
        let integer = |value: &Value| !value.r#type().is_mem_ref() && !value.r#type().is_index();
        let dynamic = operands.get(6).filter(|value| integer(value));
        let dynamic = dynamic.map(|_| passed.next()).is_some();
        let arguments = op::arguments(entry);
        let declared = op::integer(kernel, "workgroup_attributions").unwrap_or(0);
        let declared = usize::try_from(declared).unwrap_or(usize::MAX);
        let given = passed.len();
        if arguments.len() != given.saturating_add(declared) {
            return Err(undecided(
                "a kernel whose arguments are not those of its launch",
            ));
        }
        for (argument, value) in arguments.iter().zip(passed) {
            if value.r#type().is_index() {
                let meaning = self.indices.value(value)?;
                self.indices.bind(*argument, meaning);
            } else {
                let home = self.arrays.home(value, None)?;
                self.arrays.bind(*argument, home);
            }
        }
        for (position, argument) in arguments[given..].iter().enumerate() {
            self.arrays
                .bind(*argument, Home::Attribution(number, position));
        }
        if dynamic {
            self.check_dynamic(operands[6], kernel)?;
        }
        Ok(Launch {
            grid,
            block,
            location: operation.location(),
        })
    }

    /// Checks that a launch gives the bytes of shared memory that views of it need.
    fn check_dynamic(
        &mut self,
        given: Value<'c, 'a>,
        kernel: OperationRef<'c, 'a>,
    ) -> Result<(), Refusal> {
        let given = op::defining_operation(given).and_then(|op| op::integer(op, "value"));
        let given = given.ok_or_else(|| undecided("an unknown amount of shared memory"))?;
        let views = op::nested(kernel).into_iter();
        for view in views.filter(|one| op::is(*one, "memref.view")) {
            let home = self.arrays.home(op::result(view), Some(0))?;
            if let Home::View(_, _, end) = home
                && end > given
            {
                return Err(Refusal::new(format!(
                    "the launch gives {given} bytes of shared memory, the kernel uses {end}"
                )));
            }
        }
        Ok(())
    }

    /// The points of the threads of a launch.
    fn threads(&mut self, launch: &Launch<'_>) -> tc_isl::Result<Set> {
        let first = self.program.host_dims;
        let closed = self.closed(self.depth, first)?;
        let mut domain = self.indices.here.intersect(&closed)?;
        let counts = launch.grid.into_iter().chain(launch.block);
        for (position, count) in counts.enumerate() {
            let (zero, end) = (self.indices.constant(0), self.indices.constant(count));
            let here = self.indices.dim(first + position);
            let here = self.indices.pieces(&here.function)?;
            let (zero, end) = (
                self.indices.pieces(&zero.function)?,
                self.indices.pieces(&end.function)?,
            );
            domain = domain.intersect(&here.ge_set(&zero)?)?;
            domain = domain.intersect(&here.lt_set(&end)?)?;
        }
        Ok(domain)
    }

    /// The points with zeros in the dimensions from one to before another.
    fn closed(&mut self, from: usize, to: usize) -> tc_isl::Result<Set> {
        if let Some(known) = self.closed.get(&(from, to)) {
            return Ok(known.clone());
        }
        let zero = self.indices.constant(0);
        let zero = self.indices.pieces(&zero.function)?;
        let mut closed = Set::universe(&self.indices.space)?;
        for position in from..to {
            let here = self.indices.dim(position);
            let here = self.indices.pieces(&here.function)?;
            closed = closed.intersect(&here.eq_set(&zero)?)?;
        }
        self.closed.insert((from, to), closed.clone());
        Ok(closed)
    }

    /// Reads a body, of the operations behind its proposal; returns how many it has.
    fn body(
        &mut self,
        operation: OperationRef<'c, 'a>,
        behind: &[OperationRef<'c, 'a>],
    ) -> Result<(Body<'c>, usize), Failure> {
        let body = self
            .proposal(operation)
            .map_err(|refusal| at(operation, refusal))?;
        let mut comparison = Comparison::new(self.source, self.indices, &mut self.arrays, body);
        let count = comparison.run(operation, behind)?;
        Ok((comparison.body, count))
    }

    fn proposal(&mut self, operation: OperationRef<'c, 'a>) -> Result<Body<'c>, Refusal> {
        let name = op::string(operation, "statement").unwrap_or_default();
        let statement = self.source.statement_named(&name);
        let statement =
            statement.ok_or_else(|| Refusal::new(format!("there is no statement @{name}")))?;
        let known = &self.source.statements[statement];
        let operands = op::operands(operation);
        if operands.len() < known.indices {
            let wanted = known.indices;
            let message = format!(
                "expected {wanted} indices of @{name}, found {}",
                operands.len()
            );
            return Err(Refusal::new(message));
        }
        let mut values = Vec::new();
        for operand in operands {
            values.push(self.defined(operand)?);
        }
        let loops = values.split_off(known.indices);
        let numbers = op::integers(operation, LOOPS);
        let numbers = numbers.unwrap_or_else(|| (0..).take(loops.len()).collect());
        if numbers.len() != loops.len() {
            return Err(Refusal::new(format!(
                "expected a number for each value in `{LOOPS}`"
            )));
        }
        let numbers = numbers
            .into_iter()
            .map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        let coordinates = numbers.zip(loops).collect();
        let dims = self.indices.space.dim(Dim::SET)?;
        let closed = self.closed(self.depth, dims)?;
        let tuple = tuple(self.indices, &values)?;
        let id = Id::new(self.indices.space.context(), &name)?;
        Ok(Body {
            statement,
            location: operation.location(),
            domain: self.indices.here.intersect(&closed)?,
            instance: tuple.set_tuple_id(Dim::Out, &id)?,
            indices: values,
            coordinates,
            scope: self.scope,
            private: Vec::new(),
            last_across: self.last_across.clone(),
        })
    }
}

/// A set as sets of one piece each that have no point in common, if they are few.
///
/// In one piece a choice is decided, and a quotient often exact: indices are sums there.
fn cells(points: Set) -> tc_isl::Result<Vec<Set>> {
    const MOST: usize = 16;
    let mut cells: Vec<Set> = Vec::new();
    for piece in points.basic_sets()? {
        let mut left = Set::from_basic_set(&piece)?;
        for cell in &cells {
            left = left.subtract(cell)?;
        }
        for part in left.basic_sets()? {
            cells.push(Set::from_basic_set(&part)?);
        }
        if cells.len() > MOST {
            return Ok(vec![points]);
        }
    }
    Ok(if cells.is_empty() {
        vec![points]
    } else {
        cells
    })
}

/// Whether a block has neither loops nor what threads do together.
fn is_straight(block: BlockRef<'_, '_>) -> bool {
    op::operations(block).into_iter().all(|operation| {
        let name = op::name(operation);
        let known = [
            INSTANCE,
            "scf.if",
            "scf.yield",
            "memref.load",
            "memref.store",
        ];
        (is_silent(name) || known.contains(&name))
            && op::blocks(operation).into_iter().all(is_straight)
    })
}

/// The values of which a value is the minimum or the maximum.
fn parts<'c: 'a, 'a>(value: Value<'c, 'a>, extremum: &str) -> Vec<Value<'c, 'a>> {
    match op::defining_operation(value).filter(|op| op::is(*op, extremum)) {
        Some(op) => {
            let operands = op::operands(op).into_iter();
            operands.flat_map(|one| parts(one, extremum)).collect()
        }
        None => vec![value],
    }
}

/// Whether an operation frees memory that was made in the same region.
fn is_local(dealloc: OperationRef<'_, '_>) -> bool {
    let memory = op::operands(dealloc).first().copied();
    let made = memory.and_then(op::defining_operation);
    made.is_some_and(|made| made.parent_operation() == dealloc.parent_operation())
}

/// Whether an operation ends a region.
fn is_end(name: &str) -> bool {
    const ENDS: [&str; 5] = [
        "scf.yield",
        "scf.reduce",
        "func.return",
        "gpu.return",
        "memref.dealloc",
    ];
    ENDS.contains(&name)
}
