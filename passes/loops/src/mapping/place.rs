//! The block, the thread or the digit that runs an iteration, and what is known of a block.

use tc_dialects::schedule::tree::{Member, Prefix, Refusal};
use tc_isl::{Dim, Id, PwAff, Space, UnionPwAff, UnionSet, Val};
use tc_scop::values::bounds;

/// A function of the instances with a single value per block: the parameter of this name, or 0.
#[derive(Clone, Debug)]
pub(super) struct BlockConstant {
    pub(super) function: UnionPwAff,
    pub(super) parameter: Option<&'static str>,
}

impl BlockConstant {
    /// A function with the parameter substituted for a division.
    pub(super) fn put_into(&self, function: PwAff) -> tc_isl::Result<PwAff> {
        let known = self.function.extract_pw_aff(&function.space()?)?;
        if !known.isa_aff()? || !function.isa_aff()? {
            return Ok(function);
        }
        let dividing = function.as_aff()?;
        let known = known.as_aff()?.align_params(&dividing.space()?)?;
        for position in 0..dividing.dim(Dim::Div)? {
            let division = dividing.div_quotient(position)?.floor()?;
            if division.plain_is_equal(&known)? {
                let times = dividing.coefficient_val(Dim::Div, position)?;
                let parameter = self.parameter_on(&known.domain_space()?)?;
                let away = parameter.sub(&PwAff::from_aff(&known)?)?;
                return function.add(&away.scale_val(&times)?);
            }
        }
        Ok(function)
    }

    fn parameter_on(&self, space: &Space) -> tc_isl::Result<PwAff> {
        let value = match self.parameter {
            None => space.zero_aff_on_domain()?,
            Some(parameter) => {
                let parameter = Id::new(space.context(), parameter)?;
                let space = space.add_param(&parameter)?;
                space.param_aff_on_domain(&parameter)?
            }
        };
        PwAff::from_aff(&value)
    }
}

/// Whether a member is a tile loop with a single iteration.
pub(super) fn is_first_tile(member: &Member, prefix: &Prefix) -> Result<bool, Refusal> {
    if !member.kind.is_plain() {
        return Ok(false);
    }
    for function in member.schedule.pw_affs()? {
        if !function.isa_aff()? || function.as_aff()?.dim(Dim::Div)? == 0 {
            return Ok(false);
        }
    }
    let active = member.schedule.intersect_domain(&prefix.active)?;
    Ok(bounds(&active)? == Some((0, 0)))
}

/// Whether all values are from 0 to less than `size`; the values of `i mod size` are, whatever `i`
/// is.
pub(super) fn is_below(value: &UnionPwAff, size: i64, prefix: &Prefix) -> Result<bool, Refusal> {
    let remainder = value.mod_val(&Val::new(value.context(), size)?)?;
    if remainder.plain_is_equal(value)? {
        return Ok(true);
    }
    let bounds = bounds(&value.intersect_domain(&prefix.active)?)?;
    Ok(bounds.is_some_and(|(low, high)| low >= 0 && high < size))
}

/// `floor(f/size)`.
pub(super) fn tiles(schedule: &UnionPwAff, size: i64) -> Result<UnionPwAff, Refusal> {
    if size == 1 {
        return Ok(schedule.clone());
    }
    Ok(schedule
        .scale_down_val(&Val::new(schedule.context(), size)?)?
        .floor()?)
}

/// The number of a block or thread, or of a digit, that runs an iteration.
pub(super) struct Place {
    /// How many there are.
    pub(super) size: i64,
    /// The parameters whose sum it is, each so many times.
    pub(super) parts: Vec<(String, i64)>,
}

impl Place {
    pub(super) fn whole(size: i64, name: &str) -> Place {
        let parts = if size > 1 {
            vec![(name.to_owned(), 1)]
        } else {
            Vec::new()
        };
        Place { size, parts }
    }

    /// The parameter, or 0; `None` for a sum.
    pub(super) fn parameter(&self) -> Option<String> {
        match &self.parts[..] {
            [] => Some("0".to_owned()),
            [(name, 1)] => Some(name.clone()),
            _ => None,
        }
    }
}

/// The instances whose value is the number of the place, modulo how many there are. `in_range` if
/// the value is below that.
pub(super) fn instances_of(
    in_range: bool,
    value: &UnionPwAff,
    place: &Place,
) -> Result<UnionSet, Refusal> {
    let isl = value.context();
    let mut number = if in_range {
        value.clone()
    } else {
        value.mod_val(&Val::new(isl, place.size)?)?
    };
    for (name, times) in &place.parts {
        let parameter = UnionPwAff::param_on_domain(&value.domain()?, &Id::new(isl, name)?)?;
        number = number.sub(&parameter.scale_val(&Val::new(isl, *times)?)?)?;
    }
    Ok(number.zero_union_set()?)
}
