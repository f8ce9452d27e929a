//! Matrix instructions: `mma`, `ldmatrix`, `stmatrix`.

use super::{Decoder, Form};
use crate::operation::{Element, Shape};
use crate::operation::{MatrixAccess, MatrixMultiply, Operation};
use crate::registers::Register;
use crate::syntax::Operand;
use crate::types::ScalarType;

type Handled = Result<Operation, String>;

/// `m16n8k16` as three numbers.
pub(super) fn parse_shape(name: &str) -> Option<Shape> {
    let (m, rest) = name.strip_prefix('m')?.split_once('n')?;
    let (n, k) = rest.split_once('k')?;
    Some(Shape {
        m: m.parse().ok()?,
        n: n.parse().ok()?,
        k: k.parse().ok()?,
    })
}

pub(super) fn parse_element(name: &str) -> Option<Element> {
    Some(match name {
        "f16" => Element::F16,
        "bf16" => Element::Bf16,
        "tf32" => Element::Tf32,
        "f32" => Element::F32,
        "f64" => Element::F64,
        "s8" => Element::S8,
        "u8" => Element::U8,
        "s32" => Element::S32,
        "e4m3" => Element::E4M3,
        "e5m2" => Element::E5M2,
        _ => return None,
    })
}

/// `mma.sync.aligned.shape.row.col.d.a.b.c d, a, b, c`
pub(super) fn multiply(decoder: &mut Decoder, form: &mut Form) -> Handled {
    form.take("sync");
    form.take("aligned");
    let Some(shape) = form.take_by(parse_shape) else {
        return Err("expected a shape such as `.m16n8k16` in `mma`".to_owned());
    };
    if !form.take("row") || !form.take("col") {
        return Err("expected `.row.col` in `mma`".to_owned());
    }
    let saturate = form.take("satfinite");
    let mut types = [Element::F32; 4];
    for ty in &mut types {
        *ty = form
            .take_by(parse_element)
            .ok_or_else(|| "expected four element types in `mma`".to_owned())?;
    }
    let [d_type, a_type, b_type, c_type] = types;
    if !is_supported(shape, a_type, b_type) || !accumulates(a_type, d_type) || c_type != d_type {
        return Err(format!(
            "`mma` of shape m{}n{}k{} with these types is parsed but not emulated",
            shape.m, shape.n, shape.k
        ));
    }
    form.expect_operands(4..=4)?;
    let count = |elements: u32, ty: Element| (elements * ty.bits() / 32 / 32).max(1) as usize;
    // Registers of an operand: its bits over 32 lanes of 32 (or 64) bits.
    let per_lane = |elements: u32, ty: Element| match ty {
        Element::F64 => (elements / 32) as usize,
        _ => count(elements, ty),
    };
    let Shape { m, n, k } = shape;
    let mut operand = |number: usize, ty, elements, target| {
        let registers = per_lane(elements, ty);
        fragment(decoder, form.operand(number)?, ty, registers, target)
    };
    let d = operand(0, d_type, m * n, true)?;
    let a = operand(1, a_type, m * k, false)?;
    let b = operand(2, b_type, k * n, false)?;
    let c = operand(3, c_type, m * n, false)?;
    Ok(Operation::MatrixMultiply(Box::new(MatrixMultiply {
        shape,
        a_type,
        b_type,
        d_type,
        saturate,
        d,
        a,
        b,
        c,
    })))
}

/// Whether `mma` multiplies elements of these types in this shape.
fn is_supported(shape: Shape, a_type: Element, b_type: Element) -> bool {
    match (shape.m, shape.n, shape.k) {
        (16, 8, 8 | 16) if a_type.bits() == 16 => a_type == b_type,
        (16, 8, 4 | 8) if a_type == Element::Tf32 => a_type == b_type,
        (8, 8, 4) | (16, 8, 4 | 8 | 16) if a_type == Element::F64 => a_type == b_type,
        (16, 8, 16 | 32) if a_type.bits() == 8 => a_type.is_integer() == b_type.is_integer(),
        _ => false,
    }
}

/// Whether products of elements of a type are summed in another one.
fn accumulates(a_type: Element, d_type: Element) -> bool {
    match a_type {
        Element::F64 => d_type == Element::F64,
        Element::S8 | Element::U8 => d_type == Element::S32,
        Element::F16 | Element::E4M3 | Element::E5M2 => {
            matches!(d_type, Element::F32 | Element::F16)
        }
        _ => d_type == Element::F32,
    }
}

fn fragment(
    decoder: &mut Decoder,
    operand: &Operand,
    ty: Element,
    count: usize,
    target: bool,
) -> Result<Box<[Register]>, String> {
    let scalar = match ty {
        Element::F64 => ScalarType::F64,
        _ => ScalarType::B32,
    };
    let elements = decoder.elements(operand).to_vec();
    if elements.len() != count {
        return Err(format!(
            "expected {count} registers for a fragment, found {}",
            elements.len()
        ));
    }
    elements
        .iter()
        .map(|element| {
            if target {
                decoder.target(element, scalar)
            } else {
                decoder.source(element, scalar)
            }
        })
        .collect()
}

/// `ldmatrix.sync.aligned.m8n8.num{.trans}.shared.b16 r, [p]`, `stmatrix... [p], r`
pub(super) fn move_matrix(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let load = form.root() == "ldmatrix";
    form.take("sync");
    form.take("aligned");
    if !form.take("m8n8") {
        return Err(format!(
            "expected `.m8n8` in `{}`; other shapes are not emulated",
            form.root()
        ));
    }
    let Some(place) = form.take_one_of(&["x1", "x2", "x4"]) else {
        return Err(format!(
            "expected `.x1`, `.x2` or `.x4` in `{}`",
            form.root()
        ));
    };
    let count = 1 << place;
    let transposed = form.take("trans");
    form.take_space();
    let ty = form.take_type()?;
    if ty != ScalarType::B16 {
        return form.wrong_type(ty);
    }
    form.expect_operands(2..=2)?;
    let (value, address) = if load { (0, 1) } else { (1, 0) };
    let (address, _) = decoder.address(form.operand(address)?)?;
    let registers = fragment(decoder, form.operand(value)?, Element::F16, count, load)?;
    Ok(Operation::MatrixAccess(MatrixAccess {
        address,
        load,
        transposed,
        registers,
    }))
}
