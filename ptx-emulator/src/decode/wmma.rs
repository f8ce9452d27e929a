//! `wmma`: products of tiles whose fragments have no documented layout.
//!
//! Element `e` of a tile, row by row, is in lane `e mod 32`, place `e / 32`: neighbours in memory
//! are in neighbouring lanes. A fragment with more places (`f16`) holds the tile several times, as
//! on hardware. So a program that treats fragments element by element computes the same.

use super::{Decoder, Form};
use crate::operation::{Element, Operation, Shape, Tile, TileAccess, TileMultiply};
use crate::registers::{File, Register};
use crate::syntax::Operand;
use crate::types::{ScalarType, Space};

type Handled = Result<Operation, String>;

/// Which operand of a product a fragment is.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Role {
    A,
    B,
    Accumulator,
}

/// The shapes for elements of a type.
fn has_shape(shape: Shape, ty: Element) -> bool {
    let wanted: &[(u32, u32, u32)] = match ty {
        Element::F16 | Element::Bf16 | Element::S8 | Element::U8 => {
            &[(16, 16, 16), (8, 32, 16), (32, 8, 16)]
        }
        Element::Tf32 => &[(16, 16, 8)],
        Element::F64 => &[(8, 8, 4)],
        _ => &[(16, 16, 16), (8, 32, 16), (32, 8, 16), (16, 16, 8)],
    };
    wanted.contains(&(shape.m, shape.n, shape.k))
}

fn tile(
    decoder: &mut Decoder,
    operand: &Operand,
    role: Role,
    shape: Shape,
    ty: Element,
    target: bool,
) -> Result<Tile, String> {
    let (rows, columns) = match role {
        Role::A => (shape.m, shape.k),
        Role::B => (shape.k, shape.n),
        Role::Accumulator => (shape.m, shape.n),
    };
    let scalar = match ty {
        Element::F64 => ScalarType::F64,
        _ => ScalarType::B32,
    };
    let elements = decoder.elements(operand).to_vec();
    let registers = elements
        .iter()
        .map(|element| {
            if target {
                decoder.target(element, scalar)
            } else {
                decoder.source(element, scalar)
            }
        })
        .collect::<Result<Vec<Register>, String>>()?;
    let per_register = if ty == Element::F64 {
        1
    } else {
        32 / ty.bits()
    };
    let places = registers.len() as u32 * per_register;
    let whole = rows * columns / 32;
    if places == 0 || !places.is_multiple_of(whole) {
        return Err(format!(
            "expected {} registers for a fragment of {rows} by {columns}, found {}",
            whole.div_ceil(per_register),
            registers.len()
        ));
    }
    Ok(Tile {
        rows: rows as usize,
        columns: columns as usize,
        ty,
        registers: registers.into(),
    })
}

/// `wmma.{load,store,mma}`
pub(super) fn matrix(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let Some(action) = form.take_one_of(&["load", "store", "mma"]) else {
        return Err("expected `.load`, `.store` or `.mma` after `wmma`".to_owned());
    };
    let role = match (action, form.take_one_of(&["a", "b", "c", "d"])) {
        (0, Some(0)) => Role::A,
        (0, Some(1)) => Role::B,
        (0, Some(2)) | (1, Some(3)) | (2, None) => Role::Accumulator,
        _ => {
            return Err(
                "expected the fragment of the `wmma`: a, b or c for a load, d for a store"
                    .to_owned(),
            );
        }
    };
    form.take("sync");
    form.take("aligned");
    let Some(shape) = form.take_by(super::matrix::parse_shape) else {
        return Err("expected a shape such as `.m16n16k16` in `wmma`".to_owned());
    };
    match action {
        2 => multiply(decoder, form, shape),
        action => access(decoder, form, shape, role, action == 0),
    }
}

fn take_layout(form: &mut Form) -> Result<bool, String> {
    match form.take_one_of(&["row", "col"]) {
        Some(place) => Ok(place == 1),
        None => Err("expected `.row` or `.col` in `wmma`".to_owned()),
    }
}

fn take_element(form: &mut Form, shape: Shape) -> Result<Element, String> {
    match form.take_by(super::matrix::parse_element) {
        Some(ty) if has_shape(shape, ty) => Ok(ty),
        _ => Err(format!(
            "`wmma` of shape m{}n{}k{} with this type is not emulated",
            shape.m, shape.n, shape.k
        )),
    }
}

fn access(decoder: &mut Decoder, form: &mut Form, shape: Shape, role: Role, load: bool) -> Handled {
    let by_columns = take_layout(form)?;
    let space = form.take_space().unwrap_or(Space::Generic);
    let ty = take_element(form, shape)?;
    form.expect_operands(2..=3)?;
    let (value, address) = if load { (0, 1) } else { (1, 0) };
    let tile = tile(decoder, form.operand(value)?, role, shape, ty, load)?;
    let (address, symbol) = decoder.address(form.operand(address)?)?;
    let stride = match form.operands.get(2) {
        Some(operand) => Some(decoder.source(operand, ScalarType::U32)?),
        None => None,
    };
    debug_assert!(address.base.file != File::Predicate);
    Ok(Operation::TileAccess(Box::new(TileAccess {
        tile,
        load,
        by_columns,
        space: symbol.filter(|_| space == Space::Generic).unwrap_or(space),
        address,
        stride,
    })))
}

fn multiply(decoder: &mut Decoder, form: &mut Form, shape: Shape) -> Handled {
    take_layout(form)?;
    take_layout(form)?;
    form.take_rounding();
    let saturate = form.take("satfinite");
    let mut types = Vec::new();
    while let Some(ty) = form.take_by(super::matrix::parse_element) {
        types.push(ty);
    }
    let [d, a, b, c] = match types[..] {
        // Products of `f16` name the types of the accumulators only.
        [d, c] => [d, Element::F16, Element::F16, c],
        [d, a, b, c] => [d, a, b, c],
        _ => return Err("expected the types of the operands of `wmma.mma`".to_owned()),
    };
    if !has_shape(shape, a) || a != b {
        return Err(format!(
            "`wmma` of shape m{}n{}k{} with these types is not emulated",
            shape.m, shape.n, shape.k
        ));
    }
    form.expect_operands(4..=4)?;
    let accumulator = Role::Accumulator;
    Ok(Operation::TileMultiply(Box::new(TileMultiply {
        saturate,
        d: tile(decoder, form.operand(0)?, accumulator, shape, d, true)?,
        a: tile(decoder, form.operand(1)?, Role::A, shape, a, false)?,
        b: tile(decoder, form.operand(2)?, Role::B, shape, b, false)?,
        c: tile(decoder, form.operand(3)?, accumulator, shape, c, false)?,
    })))
}
