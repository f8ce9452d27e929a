//! The names of the values that a kernel's plain tree has no loops for, as parameters.

use tc_dialects::schedule::tree::{Digit, Unit};
use tc_isl::{Aff, Context, Id, Set, Space, Val};

use super::Kernel;

/// The name of the parameter for a part of the number of a thread along x: `d4'`.
pub(super) fn digit_parameter(part: Digit) -> String {
    format!("d{}'", part.stride)
}

/// The name of the value of a member of a band with a unit: `u2'`. Those of the first two are parts
/// of the number of the thread, the others are loops that the emitter makes.
pub fn unit_parameter(member: usize) -> String {
    format!("u{member}'")
}

/// The part of the number of a thread along x for which such a name stands.
pub fn unit_digit(parameter: &str) -> Option<Digit> {
    let digits = [Unit::ROWS, Unit::COLUMNS].into_iter().enumerate();
    let mut named = digits.map(|(member, digit)| (unit_parameter(member), digit));
    let found = named.find(|(name, _)| name == parameter);
    found.map(|(_, digit)| digit)
}

impl Kernel {
    /// The part of the number of a thread along x for which a parameter of this name stands.
    pub fn digit_of(&self, parameter: &str) -> Option<Digit> {
        let mut parts = self.digits.iter().flat_map(|digits| &digits.0);
        parts
            .find(|part| digit_parameter(**part) == parameter)
            .copied()
    }
}

/// The space with parameters, in this order, which is that of the terms of generated sums.
pub(super) fn with_parameters<'n>(
    space: Space,
    mut names: impl Iterator<Item = &'n str>,
) -> tc_isl::Result<Space> {
    names.try_fold(space, |space, name| {
        space.add_param(&Id::new(space.context(), name)?)
    })
}

/// Parameters with their first and last values, as a set of values. No text is read: isl drops the
/// prime of a name there.
pub(super) fn between(isl: &Context, numbers: &[(String, i64, i64)]) -> tc_isl::Result<Set> {
    let names = numbers.iter().map(|(name, ..)| name.as_str());
    let space = with_parameters(Space::unit(isl)?, names)?;
    let mut all = Set::universe(&space)?;
    for (name, first, last) in numbers {
        let value = space.param_aff_on_domain(&Id::new(isl, name)?)?;
        let number = |number| Aff::val_on_domain(&space, &Val::new(isl, number)?);
        all = all.intersect(&value.ge_set(&number(*first)?)?)?;
        all = all.intersect(&value.le_set(&number(*last)?)?)?;
    }
    all.params()
}
