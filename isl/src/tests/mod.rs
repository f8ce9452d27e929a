//! Tests of this layer with the real isl.

mod ast;
mod errors;
mod plain;
mod schedules;
mod sets;
mod texts;

use super::{Context, Map, PwAff, Set, UnionMap, UnionSet};

fn set(context: &Context, text: &str) -> Set {
    Set::parse(context, text).expect(text)
}

fn map(context: &Context, text: &str) -> Map {
    Map::parse(context, text).expect(text)
}

fn union_set(context: &Context, text: &str) -> UnionSet {
    UnionSet::parse(context, text).expect(text)
}

fn union_map(context: &Context, text: &str) -> UnionMap {
    UnionMap::parse(context, text).expect(text)
}

fn pw_aff(context: &Context, text: &str) -> PwAff {
    PwAff::parse(context, text).expect(text)
}
