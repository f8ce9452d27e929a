//! New operations, in no block yet.
//!
//! Where ODS gives a typed builder (melior's `ods`), prefer it: it knows the operands by name. A
//! [`Recipe`] is for operations of which only some attributes matter, and for copies.

use melior::Context;
use melior::ir::attribute::{FlatSymbolRefAttribute, StringAttribute, TypeAttribute};
use melior::ir::operation::OperationBuilder;
use melior::ir::{
    Attribute, Block, BlockRef, Identifier, Location, Operation, Region, RegionLike, Type, Value,
};

/// The parts of an operation; [`create`] builds it.
#[derive(Default)]
pub struct Recipe<'c, 'r> {
    /// The operands.
    pub operands: &'r [Value<'c, 'r>],
    /// The types of the results.
    pub results: &'r [Type<'c>],
    /// The attributes by name.
    pub attributes: &'r [(&'r str, Attribute<'c>)],
    /// The regions, which the operation owns.
    pub regions: Vec<Region<'c>>,
}

/// Creates an operation that is in no block yet.
///
/// # Panics
/// If the context does not know the operation: a pass must declare the dialects whose operations it
/// creates.
pub fn create<'c>(name: &str, location: Location<'c>, recipe: Recipe<'c, '_>) -> Operation<'c> {
    let context = location.context();
    // SAFETY: the reference is used in this function only, where `context` is alive. (It points to
    // that variable.)
    let context: &'c Context = unsafe { context.to_ref() };
    let attributes: Vec<_> = recipe
        .attributes
        .iter()
        .map(|(key, value)| (Identifier::new(context, key), *value))
        .collect();
    let builder = OperationBuilder::new(name, location)
        .add_operands(recipe.operands)
        .add_results(recipe.results)
        .add_attributes(&attributes)
        .add_regions_vec(recipe.regions);
    match builder.build() {
        Ok(operation) => operation,
        Err(error) => panic!("cannot create `{name}`: {error}"),
    }
}

/// Creates an operation with one result that is in no block yet.
///
/// # Panics
/// As [`create`] does.
pub fn create_value<'c>(
    name: &str,
    location: Location<'c>,
    operands: &[Value<'c, '_>],
    result: Type<'c>,
    attributes: &[(&str, Attribute<'c>)],
) -> Operation<'c> {
    let recipe = Recipe {
        operands,
        results: &[result],
        attributes,
        ..Recipe::default()
    };
    create(name, location, recipe)
}

/// An attribute from its text, which must be valid.
///
/// # Panics
/// If it does not parse.
pub fn parsed<'c>(context: &'c Context, text: &str) -> Attribute<'c> {
    match Attribute::parse(context, text) {
        Some(attribute) => attribute,
        None => panic!("`{text}` is not an attribute"),
    }
}

/// `@name`
pub fn symbol_reference<'c>(context: &'c Context, name: &str) -> Attribute<'c> {
    FlatSymbolRefAttribute::new(context, name).into()
}

/// `"text"`
pub fn text<'c>(context: &'c Context, text: &str) -> Attribute<'c> {
    StringAttribute::new(context, text).into()
}

/// A type as an attribute.
pub fn type_attribute(ty: Type<'_>) -> Attribute<'_> {
    TypeAttribute::new(ty).into()
}

/// A region with one empty block, which has arguments of these types.
pub fn region<'c>(arguments: &[Type<'c>], location: Location<'c>) -> Region<'c> {
    open_region(arguments, location).0
}

/// The same as [`region`], and its block.
pub fn open_region<'c: 'a, 'a>(
    arguments: &[Type<'c>],
    location: Location<'c>,
) -> (Region<'c>, BlockRef<'c, 'a>) {
    let arguments: Vec<_> = arguments.iter().map(|ty| (*ty, location)).collect();
    let region = Region::new();
    let block = region.append_block(Block::new(&arguments));
    (region, block)
}
