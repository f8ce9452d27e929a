//! A body of the loops against the statement that it is proposed to be an instance of.
//!
//! ```text
//! schedule.statement @T(%i, %j, %k)                      schedule.instance @T(%a, %b, %c)
//!   %0 = affine.load %A_s[%i mod 32, %k mod 32]            %0 = memref.load %tile[%t, %d]       t = a mod 32, d = c mod 32 at all points
//!   %1 = arith.mulf %0, %0                                 %1 = arith.mulf %0, %0               the same operation of the same values
//!   affine.store %1, %C[%i, %j]                            memref.store %1, %arg2[%a, %b]
//! ```
//!
//! Each operation of the statement has its operation in the body, in the same order, with the same
//! attributes, of the same values: those that correspond, or indices that are equal at all points.
//! Between them stand only operations without effects, as the arithmetic of subscripts. Floating
//! operations may be contracted, and reordered where the statement is a reduction.

use std::collections::{BTreeSet, HashMap};

use melior::ir::r#type::TypeLike;
use tc_dialects::op::{self, ValueKey};
use tc_dialects::schedule::tree::Refusal;
use tc_isl::{Dim, PwAff, Set};

use super::arrays::Arrays;
use super::at;
use super::index::{Function, Indices, Linear, Meaning, undecided};
use super::program::{Body, is_silent};
use super::source::{Source, SourceStatement};
use super::witness::{self, shown};
use crate::memory::{MAY_BE_ASYNC, THREAD_PRIVATE};
use tc_pass_host::*;
use tc_scop::accesses::STANDS_FOR;
use tc_scop::subscripts::{self, affine_map_of};

/// The comparison of a body with its statement.
pub struct Comparison<'x, 'r, 'c, 'a> {
    source: &'r Source<'c, 'a>,
    indices: &'x mut Indices,
    arrays: &'x mut Arrays,
    /// The body.
    pub body: Body<'c>,
    /// From values of the statement to those of the body.
    values: HashMap<ValueKey, Value<'c, 'a>>,
}

/// Why an operation is not the one of the statement.
type Mismatch = Refusal;

impl<'x, 'r, 'c, 'a> Comparison<'x, 'r, 'c, 'a> {
    /// Of a body that begins behind its proposal, with the indices and arrays that were read so
    /// far.
    pub fn new(
        source: &'r Source<'c, 'a>,
        indices: &'x mut Indices,
        arrays: &'x mut Arrays,
        body: Body<'c>,
    ) -> Self {
        Comparison {
            source,
            indices,
            arrays,
            body,
            values: HashMap::new(),
        }
    }

    fn statement(&self) -> &'r SourceStatement<'c, 'a> {
        &self.source.statements[self.body.statement]
    }

    /// Compares; returns how many of the operations belong to the body.
    pub fn run(
        &mut self,
        proposal: OperationRef<'c, 'a>,
        behind: &[OperationRef<'c, 'a>],
    ) -> Result<usize, Failure> {
        let wanted = op::operations(self.statement().body);
        self.operations(proposal, &wanted, behind)
    }

    /// Finds each operation in the same order; returns how many were looked at.
    fn operations(
        &mut self,
        around: OperationRef<'c, 'a>,
        wanted: &[OperationRef<'c, 'a>],
        found: &[OperationRef<'c, 'a>],
    ) -> Result<usize, Failure> {
        let mut position = 0;
        for operation in wanted {
            if matches!(op::name(*operation), "affine.apply" | "memref.dim") {
                continue;
            }
            let mut nearest: Option<(OperationRef<'c, 'a>, Mismatch)> = None;
            loop {
                let Some(candidate) = found.get(position).copied() else {
                    return Err(self.missing(around, *operation, None, nearest));
                };
                let mismatch = match self.matches(*operation, candidate)? {
                    None => break,
                    Some(mismatch) => mismatch,
                };
                let same_kind = loop_name(*operation) == op::name(candidate);
                if same_kind && nearest.is_none() {
                    nearest = Some((candidate, mismatch));
                }
                if !is_silent(op::name(candidate)) {
                    return Err(self.missing(around, *operation, Some(candidate), nearest));
                }
                position += 1;
            }
            position += 1;
        }
        Ok(position)
    }

    /// The refusal of a body without an operation of the statement.
    fn missing(
        &self,
        around: OperationRef<'c, 'a>,
        wanted: OperationRef<'c, 'a>,
        found: Option<OperationRef<'c, 'a>>,
        nearest: Option<(OperationRef<'c, 'a>, Mismatch)>,
    ) -> Failure {
        let name = &self.statement().name;
        if let Some((operation, mismatch)) = nearest {
            return at(operation, mismatch).note_at(wanted.location(), format!("in @{name}"));
        }
        let wanted_name = loop_name(wanted);
        let (place, found) = match found {
            Some(found) => (found, format!("found `{}`", op::name(found))),
            None => (around, "found the end of the body".to_owned()),
        };
        let message = format!("expected `{wanted_name}` of @{name}, {found}");
        at(place, Refusal::new(message)).note_at(wanted.location(), format!("in @{name}"))
    }

    /// Whether an operation is that of the statement: none if it is, and its results are noted.
    fn matches(
        &mut self,
        wanted: OperationRef<'c, 'a>,
        found: OperationRef<'c, 'a>,
    ) -> Result<Option<Mismatch>, Failure> {
        let name = loop_name(wanted);
        let different =
            |what: &str| Some(Refusal::new(format!("expected other {what} of `{name}`")));
        if name != op::name(found) {
            return Ok(different("kind"));
        }
        if !same_types(wanted, found) {
            return Ok(different("types"));
        }
        if !self.same_attributes(wanted, found) {
            return Ok(different("attributes"));
        }
        let operands = self
            .same_operands(wanted, found)
            .map_err(|refusal| at(found, refusal))?;
        if operands.is_some() {
            return Ok(operands);
        }
        if let Some(mismatch) = self.same_regions(wanted, found)? {
            return Ok(Some(mismatch));
        }
        for (from, to) in op::results(wanted).into_iter().zip(op::results(found)) {
            self.values.insert(ValueKey::of(from), to);
        }
        if writes_input(found) {
            let message = "a store to an argument that the kernel says to read only";
            return Err(at(found, Refusal::new(message)));
        }
        if found.has_attribute(MAY_BE_ASYNC) && !self.statement().is_async {
            let message = "a store that may happen later, of a statement that is not `async`";
            return Err(at(found, Refusal::new(message)));
        }
        if found.has_attribute(THREAD_PRIVATE) {
            self.note_private(wanted);
        }
        Ok(None)
    }

    /// Notes that the loops say of an array that each thread has its own elements.
    fn note_private(&mut self, wanted: OperationRef<'c, 'a>) {
        let source = self.source;
        let operands = op::operands(wanted).into_iter();
        self.body
            .private
            .extend(operands.filter_map(|operand| source.array_of(operand)));
    }

    /// Whether the operations in the regions are the same.
    fn same_regions(
        &mut self,
        wanted: OperationRef<'c, 'a>,
        found: OperationRef<'c, 'a>,
    ) -> Result<Option<Mismatch>, Failure> {
        let (ours, theirs) = (op::blocks(wanted), op::blocks(found));
        let regions = |op: OperationRef<'c, 'a>| {
            let regions = op.regions();
            regions
                .map(|region| region.first_block().is_some())
                .collect::<Vec<_>>()
        };
        if ours.len() != theirs.len() || regions(wanted) != regions(found) {
            return Ok(Some(Refusal::new("expected other regions")));
        }
        for (ours, theirs) in ours.into_iter().zip(theirs) {
            let arguments = op::arguments(ours).into_iter().zip(op::arguments(theirs));
            for (from, to) in arguments {
                self.values.insert(ValueKey::of(from), to);
            }
            let inner = op::operations(theirs);
            let read = self.operations(found, &op::operations(ours), &inner)?;
            if let Some(more) = inner[read..].iter().find(|one| !is_silent(op::name(**one))) {
                let message = format!("`{}` is no part of the statement", op::name(*more));
                return Err(at(*more, Refusal::new(message)));
            }
        }
        Ok(None)
    }

    fn same_attributes(&self, wanted: OperationRef<'c, 'a>, found: OperationRef<'c, 'a>) -> bool {
        const OWN: [&str; 4] = ["fastmath", "map", STANDS_FOR, THREAD_PRIVATE];
        let all = |operation| {
            let attributes = op::attributes(operation).into_iter();
            let mut all: Vec<(&str, String)> = attributes
                .filter(|(name, _)| !OWN.contains(name))
                .map(|(name, value)| (name, value.to_string()))
                .collect();
            all.sort();
            all
        };
        let access = op::name(wanted) != op::name(found);
        if !access && all(wanted) != all(found) {
            return false;
        }
        let mut allowed = flags(wanted);
        allowed.insert("contract".to_owned());
        if self.statement().reduces {
            allowed.insert("reassoc".to_owned());
        }
        flags(found).is_subset(&allowed) && (access || flags(wanted).is_subset(&flags(found)))
    }

    fn same_operands(
        &mut self,
        wanted: OperationRef<'c, 'a>,
        found: OperationRef<'c, 'a>,
    ) -> Result<Option<Mismatch>, Refusal> {
        let (ours, theirs) = (op::operands(wanted), op::operands(found));
        let subscripts = match op::name(wanted) {
            "affine.load" => 1,
            "affine.store" => 2,
            _ => ours.len(),
        };
        if ours.len().min(subscripts) > theirs.len() {
            return Ok(Some(Refusal::new("expected more operands")));
        }
        for (position, (our, their)) in ours.iter().zip(&theirs).take(subscripts).enumerate() {
            if let Some(mismatch) = self.same_value(*our, *their, position)? {
                return Ok(Some(mismatch));
            }
        }
        if subscripts == ours.len() && affine_map_of(wanted).is_none() {
            return Ok(
                (theirs.len() != ours.len()).then(|| Refusal::new("expected fewer operands"))
            );
        }
        self.same_subscripts(wanted, &ours[subscripts..], &theirs[subscripts..])
    }

    /// Whether the subscripts of a load or store are those of the statement.
    fn same_subscripts(
        &mut self,
        wanted: OperationRef<'c, 'a>,
        operands: &[Value<'c, 'a>],
        found: &[Value<'c, 'a>],
    ) -> Result<Option<Mismatch>, Refusal> {
        let map = affine_map_of(wanted).ok_or_else(|| undecided("an access without subscripts"))?;
        let results = self.statement().subscripts.map_results(map, operands)?;
        if results.len() != found.len() {
            return Ok(Some(Refusal::new(
                "expected as many subscripts as the array has dimensions",
            )));
        }
        for (position, (result, found)) in results.into_iter().zip(found).enumerate() {
            let result =
                result.ok_or_else(|| undecided("a subscript of a statement that is not affine"))?;
            let wrong = self.where_wrong(&result, *found)?;
            if let Some(wrong) = wrong {
                let instance = self.instance_at(&wrong)?;
                let access = op::name(wanted).trim_start_matches("affine.");
                return Ok(Some(Refusal::new(format!(
                    "subscript {position} of this {access} is not that of {instance}"
                ))));
            }
        }
        Ok(None)
    }

    /// Whether a value of the body is that of the statement.
    fn same_value(
        &mut self,
        our: Value<'c, 'a>,
        their: Value<'c, 'a>,
        position: usize,
    ) -> Result<Option<Mismatch>, Refusal> {
        if let Some(known) = self.values.get(&ValueKey::of(our))
            && op::same_value(*known, their)
        {
            return Ok(None);
        }
        let source = self.source;
        if let Some(array) = source.array_of(our) {
            let scope = &self.body.scope;
            let checked = self.arrays.check(self.indices, source, array, their, scope);
            return match checked {
                Err(refusal) if refusal.kind == Default::default() => Ok(Some(refusal)),
                other => other.map(|()| None),
            };
        }
        let other = || Some(Refusal::new(format!("operand {position} is another value")));
        if !our.r#type().is_index() || !their.r#type().is_index() {
            return Ok(other());
        }
        let Some(function) = self.statement().subscripts.value(our)? else {
            return Ok(other());
        };
        match self.where_wrong(&function, their)? {
            None => Ok(None),
            Some(wrong) => {
                let instance = self.instance_at(&wrong)?;
                Ok(Some(Refusal::new(format!(
                    "operand {position} is not the index of {instance}"
                ))))
            }
        }
    }

    /// The points at which an index is not this function of the instance.
    fn where_wrong(
        &mut self,
        wanted: &subscripts::Function,
        found: Value<'c, 'a>,
    ) -> Result<Option<Set>, Refusal> {
        let found = self.indices.value(found)?;
        if let Some(linear) = self.linear(wanted)?
            && Some(&linear) == found.linear()
        {
            return Ok(None);
        }
        let wanted = wanted.in_pieces()?;
        where_not(self.indices, &self.body, &wanted, &found)
    }

    /// A function of the instance as a sum, if it is one.
    fn linear(&self, wanted: &subscripts::Function) -> tc_isl::Result<Option<Linear>> {
        let subscripts::Function::Whole(sum) = wanted else {
            return Ok(None);
        };
        let number = |value: tc_isl::Val| value.to_i64();
        if sum.dim(Dim::Div)? > 0 || number(sum.denominator_val()?) != Some(1) {
            return Ok(None);
        }
        let indices = &self.indices;
        let mut total = Function::Linear(Linear {
            coefficients: Vec::new(),
            constant: 0,
        });
        let Some(constant) = number(sum.constant_val()?) else {
            return Ok(None);
        };
        if let Some(linear) = indices.constant(constant).linear() {
            total = Function::Linear(linear.clone());
        }
        let mut add = |coefficient: Option<i64>, value: &Meaning| {
            let Function::Linear(so_far) = &total else {
                return None;
            };
            let sum = so_far.plus(&value.linear()?.times(coefficient?)?)?;
            total = Function::Linear(sum);
            Some(())
        };
        for (position, index) in self.body.indices.iter().enumerate() {
            let coefficient = number(sum.coefficient_val(Dim::In, position)?);
            if coefficient != Some(0) && add(coefficient, index).is_none() {
                return Ok(None);
            }
        }
        let space = sum.domain_space()?;
        for position in 0..space.dim(Dim::Param)? {
            let coefficient = number(sum.coefficient_val(Dim::Param, position)?);
            let name = space.dim_name(Dim::Param, position).unwrap_or_default();
            let Some(size) = indices.size_named(&name) else {
                return Ok(None);
            };
            if coefficient != Some(0) && add(coefficient, &size).is_none() {
                return Ok(None);
            }
        }
        Ok(match total {
            Function::Linear(linear) => Some(linear),
            Function::Pieces(_) => None,
        })
    }

    /// The smallest instance at some points.
    fn instance_at(&self, points: &Set) -> Result<String, Refusal> {
        Ok(shown(witness::of(&self.body, points)?))
    }
}

/// The points of a body at which an index is not this function of its instance.
pub fn where_not(
    indices: &mut Indices,
    body: &Body<'_>,
    wanted: &PwAff,
    found: &Meaning,
) -> Result<Option<Set>, Refusal> {
    let wanted = wanted.pullback_pw_multi_aff(&body.instance)?.coalesce()?;
    let here = indices.pieces(&found.function)?;
    if found.total && wanted.plain_is_equal(&here)? {
        return Ok(None);
    }
    let wrong = wanted.intersect_domain(&body.domain)?.ne_set(&here)?;
    if !wrong.is_empty()? {
        return Ok(Some(wrong));
    }
    Ok(indices.undefined(found, &body.domain)?)
}

/// Whether an operation may write an argument that its function marks as only read.
fn writes_input(found: OperationRef<'_, '_>) -> bool {
    let is_input = |value: &Value<'_, '_>| {
        let Some((block, number)) = op::block_argument(*value) else {
            return false;
        };
        let function = block.parent_operation();
        let function = function.filter(|one| matches!(op::name(*one), "gpu.func" | "func.func"));
        function.is_some_and(|one| op::argument_attribute(one, number, "llvm.readonly").is_some())
    };
    !op::name(found).ends_with(".load") && op::operands(found).iter().any(is_input)
}

/// The name of an operation of a statement in loops.
fn loop_name<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> &'c str {
    match op::name(operation) {
        "affine.load" => "memref.load",
        "affine.store" => "memref.store",
        other => other,
    }
}

fn same_types(wanted: OperationRef<'_, '_>, found: OperationRef<'_, '_>) -> bool {
    op::types(&op::results(wanted)) == op::types(&op::results(found))
}

/// The fast-math flags of an operation.
fn flags(operation: OperationRef<'_, '_>) -> BTreeSet<String> {
    let text = operation
        .attribute("fastmath")
        .map(|flags| flags.to_string());
    let text = text.unwrap_or_default();
    let inside = text.split_once('<').map_or("", |(_, inside)| inside);
    let flags = inside.trim_end_matches('>').split(',').map(str::trim);
    let flags = flags.filter(|flag| !flag.is_empty() && *flag != "none");
    flags.map(str::to_owned).collect()
}
