//! The integers that the code computes fit in the bits that it has for them.
//!
//! isl computes with integers of any size, the code with those of a type: 64 bits for indices,
//! loops and their bounds, and those of an operation such as `arith.muli` on `i32` for the index
//! arithmetic of a body. A relation tells what the code does only if no value leaves its type:
//!
//! | value | bits |
//! | --- | --- |
//! | an index of an instance, and a coordinate of a band | 64 |
//! | a result of an affine map | 64 |
//! | a result of `addi`, `subi`, `muli`, `index_cast` that a subscript or a condition is made of | those of its type |
//!
//! Sizes may be as large as an extent of an array in memory ([`SIZE`]). For 64 bits the sum of the
//! magnitudes of all terms counts, so that no order of evaluation leaves the type; for fewer bits
//! the range of the value, by intervals and, if these do not suffice, by isl.
//!
//! **Cost**: the range of each index of each statement; otherwise no operations of isl.

use std::collections::HashMap;

use tc_dialects::schedule::tree::{Path, Refusal, Tree};
use tc_isl::{Aff, Context, Dim, PwAff, Set, UnionSet, Val};

use super::super::leaves::Leaves;
use super::witness::instance;
use crate::accesses::{Computed, ScopAccesses};
use crate::values::ends;

/// The largest magnitude of a size: no array has more elements along a dimension, since an address
/// has at most 47 bits.
pub const SIZE: i128 = 1 << 47;
/// The largest magnitude of a sum of 64 bits: half of what the type has, for ends and steps of
/// loops.
pub const WORD: i128 = 1 << 62;

/// The ranges of the indices of the instances of a statement.
struct Ranges {
    instances: Set,
    indices: Vec<(i128, i128)>,
}

/// Checks all integers of a tree and of the bodies of its statements.
pub fn check(tree: &Tree, leaves: &Leaves, accesses: &ScopAccesses) -> Result<(), Refusal> {
    let domain = tree.domain()?;
    let context = domain.context();
    let mut known: HashMap<String, Ranges> = HashMap::new();
    let all = leaves.instances(&Path::root(), context)?;
    for instances in all.sets()? {
        let name = instances.name().unwrap_or_default();
        let ranges = Ranges::of(&instances)?;
        ranges.check_indices(&name)?;
        known.insert(name, ranges);
    }
    for (path, node) in tree.walk() {
        let members = node.as_band().map_or(&[][..], |band| &band.members);
        for (position, member) in members.iter().enumerate() {
            for function in member.schedule.pw_affs()? {
                check_member(&function, position, &known).map_err(|refusal| refusal.at(&path))?;
            }
        }
    }
    for statement in &accesses.statements {
        let Some(ranges) = known.get(&statement.name) else {
            continue;
        };
        for computed in &statement.computed {
            ranges
                .check_computed(context, computed)
                .map_err(|refusal| refusal.at_operation(&statement.name, computed.position))?;
        }
    }
    Ok(())
}

/// Refuses a member of a band with values that loops cannot count.
fn check_member(
    function: &PwAff,
    position: usize,
    known: &HashMap<String, Ranges>,
) -> Result<(), Refusal> {
    let name = if function.has_tuple_id(Dim::In)? {
        function.tuple_id(Dim::In)?.name().to_owned()
    } else {
        String::new()
    };
    let Some(ranges) = known.get(&name) else {
        return Ok(());
    };
    for piece in pieces(function)? {
        if ranges.magnitude(&piece)? > WORD {
            let message = format!(
                "band member {position} computes {piece}, which can leave the 64 bits of a loop for the instances of {name}"
            );
            return Err(Refusal::new(message)
                .note("the sum of the magnitudes of its terms has to stay below 2^62"));
        }
    }
    Ok(())
}

/// The expressions of a function.
fn pieces(function: &PwAff) -> Result<Vec<Aff>, Refusal> {
    let pieces = function.pieces()?.into_iter();
    Ok(pieces.map(|(_, expression)| expression).collect())
}

impl Ranges {
    fn of(instances: &Set) -> Result<Ranges, Refusal> {
        let rank = instances.dim(Dim::SET)?;
        let mut indices = Vec::new();
        for index in 0..rank {
            let one = instances.project_out(Dim::SET, index + 1, rank - index - 1)?;
            let one = one.project_out(Dim::SET, 0, index)?;
            let range = ends(&one)?;
            indices.push(match range {
                Some((least, greatest)) => (least.into(), greatest.into()),
                None => (-SIZE, SIZE),
            });
        }
        Ok(Ranges {
            instances: instances.clone(),
            indices,
        })
    }

    /// Refuses an index that loops cannot count.
    fn check_indices(&self, name: &str) -> Result<(), Refusal> {
        for (index, (least, greatest)) in self.indices.iter().enumerate() {
            if *least < -WORD || *greatest > WORD {
                return Err(Refusal::new(format!(
                    "index {index} of {name} runs from {least} to {greatest}, further than loops of 64 bits count"
                ))
                .note("the magnitude of an index has to stay below 2^62"));
            }
        }
        Ok(())
    }

    /// The sum of the magnitudes of the terms of an expression, the largest that one of its
    /// quotients has included.
    fn magnitude(&self, function: &Aff) -> Result<i128, Refusal> {
        let mut largest = 0;
        self.range(function, &mut largest)?;
        Ok(largest)
    }

    /// The range of an expression, and the largest sum of magnitudes so far.
    fn range(&self, function: &Aff, largest: &mut i128) -> Result<(i128, i128), Refusal> {
        let denominator = function.denominator_val()?;
        let whole = function.scale_val(&denominator)?;
        let number = |value: Val| value.to_i64().map_or(i128::MAX >> 1, i128::from);
        let constant = number(whole.constant_val()?);
        let (mut low, mut high, mut sum) = (constant, constant, constant.saturating_abs());
        let mut add = |factor: i128, (least, greatest): (i128, i128)| {
            let ends = [
                factor.saturating_mul(least),
                factor.saturating_mul(greatest),
            ];
            let (least, greatest) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            low = low.saturating_add(least);
            high = high.saturating_add(greatest);
            sum = sum.saturating_add(least.saturating_abs().max(greatest.saturating_abs()));
        };
        for size in 0..whole.dim(Dim::Param)? {
            add(
                number(whole.coefficient_val(Dim::Param, size)?),
                (-SIZE, SIZE),
            );
        }
        for (index, range) in self.indices.iter().enumerate() {
            add(number(whole.coefficient_val(Dim::In, index)?), *range);
        }
        for quotient in 0..whole.dim(Dim::Div)? {
            let factor = number(whole.coefficient_val(Dim::Div, quotient)?);
            if factor != 0 {
                add(factor, self.range(&whole.div_quotient(quotient)?, largest)?);
            }
        }
        *largest = (*largest).max(sum);
        let divisor = number(denominator).max(1);
        Ok((low.div_euclid(divisor), high.div_euclid(divisor)))
    }

    /// Refuses a value of a body that leaves its type.
    fn check_computed(&self, context: &Context, computed: &Computed) -> Result<(), Refusal> {
        let function = computed.function.in_pieces()?;
        let (least, greatest) = limits(computed.bits);
        for piece in pieces(&function)? {
            let mut largest = 0;
            let (low, high) = self.range(&piece, &mut largest)?;
            let fits = match computed.bits {
                64.. => largest <= WORD,
                _ => low >= least && high <= greatest,
            };
            if fits {
                continue;
            }
            let wrong = self.outside(context, &function, computed.bits)?;
            let wrong = match wrong.intersect(&UnionSet::from_set(&self.instances)?)? {
                wrong if computed.bits < 64 => wrong,
                // No order of evaluation may leave 64 bits.
                _ => UnionSet::from_set(&self.instances)?,
            };
            if let Some(found) = instance(&wrong)? {
                let message = format!(
                    "`{}` computes {piece} in {} bits, which it can leave, such as for {found}",
                    computed.operation, computed.bits
                );
                return Err(Refusal::new(message)
                    .shown_by([found.instance])
                    .note("compute subscripts and conditions in `index`, with smaller numbers"));
            }
        }
        Ok(())
    }

    /// The instances for which a function leaves a type.
    fn outside(&self, context: &Context, function: &PwAff, bits: u32) -> Result<UnionSet, Refusal> {
        let (least, greatest) = limits(bits.min(64));
        let space = function.domain_space()?;
        let number = |value: i128| -> Result<PwAff, Refusal> {
            let value = i64::try_from(value).unwrap_or(i64::MAX);
            Ok(PwAff::from_aff(&Aff::val_on_domain(
                &space,
                &Val::new(context, value)?,
            )?)?)
        };
        let below = function.lt_set(&number(least)?)?;
        let above = function.gt_set(&number(greatest)?)?;
        Ok(UnionSet::from_set(&below.union(&above)?)?)
    }
}

/// The least and the greatest signed integer of so many bits.
fn limits(bits: u32) -> (i128, i128) {
    let end = 1_i128 << (bits.clamp(1, 64) - 1);
    (-end, end - 1)
}
