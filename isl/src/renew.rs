//! Copies that share nothing with their original.
//!
//! isl may rewrite the representation of an object into an equal one for all that share it: an
//! operation on one copy changes how another prints. An object that is only copied by
//! [`Renew::renewed`] is never rewritten.
//!
//! isl has no function for that. But a new name for a tuple makes isl copy each basic set, since
//! each contains the name; the old name is then restored in place.

use super::error::Result;
use super::{
    Aff, BasicMap, BasicSet, Dim, Id, Map, MultiAff, MultiUnionPwAff, Object, PwAff, PwMultiAff,
    Schedule, ScheduleConstraints, Set, UnionMap, UnionPwAff, UnionPwMultiAff, UnionSet, Val,
};

/// A type whose objects can be copied completely.
pub(crate) trait Renew: Object {
    /// An equal object that shares nothing with this one that isl rewrites; none if that is not
    /// possible.
    fn renewed(&self) -> Result<Option<Self>> {
        Ok(None)
    }
}

macro_rules! not_renewed {
    ($($name:ident)*) => { $(impl Renew for $name {})* };
}

not_renewed! { Aff BasicMap BasicSet MultiAff MultiUnionPwAff PwMultiAff Schedule ScheduleConstraints UnionPwMultiAff Val }

/// A name that cannot occur in a text.
fn other_name(object: &impl Object) -> Result<Id> {
    Id::new(object.context(), "(renewed)")
}

impl Renew for Set {
    fn renewed(&self) -> Result<Option<Set>> {
        if self.is_params()? {
            return Ok(None);
        }
        let renamed = self.set_tuple_id(&other_name(self)?)?;
        Ok(Some(if self.has_tuple_id()? {
            renamed.set_tuple_id(&self.tuple_id()?)?
        } else {
            renamed.reset_tuple_id()?
        }))
    }
}

impl Renew for Map {
    fn renewed(&self) -> Result<Option<Map>> {
        let renamed = self.set_tuple_id(Dim::In, &other_name(self)?)?;
        Ok(Some(if self.has_tuple_id(Dim::In)? {
            renamed.set_tuple_id(Dim::In, &self.tuple_id(Dim::In)?)?
        } else {
            renamed.reset_tuple_id(Dim::In)?
        }))
    }
}

impl Renew for PwAff {
    fn renewed(&self) -> Result<Option<PwAff>> {
        if self.domain()?.is_params()? {
            return Ok(None);
        }
        let renamed = self.set_tuple_id(Dim::In, &other_name(self)?)?;
        Ok(Some(if self.has_tuple_id(Dim::In)? {
            renamed.set_tuple_id(Dim::In, &self.tuple_id(Dim::In)?)?
        } else {
            renamed.reset_tuple_id(Dim::In)?
        }))
    }
}

macro_rules! renewed_by_parts {
    ($($name:ident of $parts:ident added by $add:ident)*) => { $(
        impl Renew for $name {
            fn renewed(&self) -> Result<Option<$name>> {
                let mut whole = $name::empty(&self.space()?)?;
                for part in self.$parts()? {
                    let Some(part) = part.renewed()? else {
                        return Ok(None);
                    };
                    whole = whole.$add(&part)?;
                }
                Ok(Some(whole))
            }
        }
    )* };
}

renewed_by_parts! {
    UnionSet of sets added by add_set
    UnionMap of maps added by add_map
    UnionPwAff of pw_affs added by add_pw_aff
}
