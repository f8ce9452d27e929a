//! Translates names and immediates to registers.

use super::{Decoder, Entity, MODULE_SCOPE};
use crate::float::{F16, F32, Rounding};
use crate::operation::{Address, Constant, PredicateOperand, RESERVED_NAME, Special};
use crate::registers::{File, Register};
use crate::syntax::{AddressBase, Operand, Variable};
use crate::types::{ScalarType, Space};

impl Special {
    /// The special register `name`, with its percent sign.
    pub fn from_name(name: &str) -> Option<Special> {
        let (stem, dimension) = match name.rsplit_once('.') {
            Some((stem, "x")) => (stem, Some(0)),
            Some((stem, "y")) => (stem, Some(1)),
            Some((stem, "z")) => (stem, Some(2)),
            _ => (name, None),
        };
        Some(match (stem, dimension) {
            ("%tid", Some(dimension)) => Special::ThreadIndex(dimension),
            ("%ntid", Some(dimension)) => Special::BlockSize(dimension),
            ("%ctaid" | "%clusterid", Some(dimension)) => Special::BlockIndex(dimension),
            ("%nctaid" | "%nclusterid", Some(dimension)) => Special::GridSize(dimension),
            ("%cluster_ctaid", Some(_)) => Special::Fixed(0),
            ("%cluster_nctaid", Some(_)) => Special::Fixed(1),
            ("%laneid", None) => Special::Lane,
            ("%warpid", None) => Special::Warp,
            ("%nwarpid", None) => Special::WarpCount,
            ("%lanemask_eq", None) => Special::LaneMaskEqual,
            ("%lanemask_lt", None) => Special::LaneMaskLess,
            ("%lanemask_le", None) => Special::LaneMaskLessEqual,
            ("%lanemask_gt", None) => Special::LaneMaskGreater,
            ("%lanemask_ge", None) => Special::LaneMaskGreaterEqual,
            ("%dynamic_smem_size", None) => Special::DynamicSharedBytes,
            ("%total_smem_size", None) => Special::TotalSharedBytes,
            ("%smid" | "%gridid" | "%cluster_ctarank" | "%is_explicit_cluster", None) => {
                Special::Fixed(0)
            }
            ("%nsmid" | "%cluster_nctarank", None) => Special::Fixed(1),
            ("WARP_SZ", None) => Special::Fixed(32),
            _ => return None,
        })
    }
}

/// Bytes of shared memory that every block has for the system; cooperative groups use them.
const RESERVED_BYTES: usize = 1024;

/// The offset in the reserved shared memory that a special register holds.
fn reserved_offset(name: &str) -> Option<i64> {
    match name.strip_prefix("%reserved_smem_offset_")? {
        "begin" | "0" | "1" => Some(0),
        "end" | "cap" => Some(RESERVED_BYTES as i64),
        _ => None,
    }
}

/// The register file for values of a type.
pub(crate) fn file_of(ty: ScalarType) -> File {
    match ty {
        ScalarType::Predicate => File::Predicate,
        ScalarType::B128 => File::Double,
        _ if ty.bytes() == 8 => File::Wide,
        _ => File::Word,
    }
}

fn immediate_bits(operand: &Operand, ty: ScalarType) -> Option<u64> {
    let from_float = |value: f64| match ty {
        ScalarType::F64 => value.to_bits(),
        ScalarType::F16 => u64::from(F16.round(value, Rounding::NearestEven)),
        ScalarType::F32 => u64::from(F32.round(value, Rounding::NearestEven)),
        _ if ty.bytes() == 8 => value.to_bits(),
        _ => u64::from(F32.round(value, Rounding::NearestEven)),
    };
    Some(match operand {
        Operand::Integer(value) => {
            let bits = *value as u64;
            match ty.bytes() {
                8 | 16 => bits,
                4 => bits & 0xffff_ffff,
                2 => bits & 0xffff,
                _ => bits & 0xff,
            }
        }
        Operand::Float(value) => from_float(*value),
        Operand::Float32Bits(bits) if ty == ScalarType::F64 => {
            f64::from(f32::from_bits(*bits)).to_bits()
        }
        Operand::Float32Bits(bits) => u64::from(*bits),
        _ => return None,
    })
}

impl Decoder<'_> {
    /// The meaning of `name` in the current scope.
    pub(super) fn lookup(&mut self, name: &str) -> Option<Entity> {
        if let Some(entity) =
            self.find_in_scopes(self.scope, |scope| scope.names.get(name).cloned())
        {
            return Some(entity);
        }
        let tree = self.tree;
        let index = tree
            .variables
            .iter()
            .position(|variable| variable.name == name)?;
        let variable = &tree.variables[index];
        let entity = match variable.space {
            Space::Shared => self.shared_variable(variable),
            space => Entity::Variable {
                space,
                address: Constant::Module(index),
            },
        };
        self.scopes[MODULE_SCOPE]
            .names
            .insert(name.to_owned(), entity.clone());
        Some(entity)
    }

    /// Where the reserved shared memory is; only kernels that ask for it have it.
    fn reserved_memory(&mut self) -> Constant {
        let names = &self.scopes[MODULE_SCOPE].names;
        let found = names.get(RESERVED_NAME).cloned();
        if let Some(Entity::Variable { address, .. }) = found {
            return address;
        }
        let entity = self.shared_variable(&Variable {
            name: RESERVED_NAME.to_owned(),
            linkage: crate::syntax::Linkage::Private,
            space: Space::Shared,
            alignment: 16,
            element: ScalarType::B8,
            count: Some(RESERVED_BYTES),
            initializer: Vec::new(),
            line: 0,
        });
        let names = &mut self.scopes[MODULE_SCOPE].names;
        names.insert(RESERVED_NAME.to_owned(), entity.clone());
        match entity {
            Entity::Variable { address, .. } => address,
            Entity::Register(_) => Constant::Bits(0),
        }
    }

    /// The register that holds `constant`.
    pub(crate) fn constant(&mut self, constant: Constant, file: File) -> Register {
        if let Some(register) = self.constants.get(&(constant, file)) {
            return *register;
        }
        let register = self.fresh(file);
        self.constants.insert((constant, file), register);
        // An address in a frame is computed when its function is entered.
        if !matches!(constant, Constant::Frame(_)) {
            self.constant_order.push((register, constant));
        }
        register
    }

    fn register_named(&mut self, name: &str, file: File) -> Result<Register, String> {
        match self.lookup(name) {
            Some(Entity::Register(register)) if register.file == file => Ok(register),
            Some(Entity::Register(register)) => Err(format!(
                "expected {}, found `{name}`, {}",
                describe_file(file),
                describe_file(register.file)
            )),
            Some(Entity::Variable { space, .. }) => Err(format!(
                "expected a register, found `{name}`, a variable in {space} space"
            )),
            None => Err(format!("`{name}` is not declared")),
        }
    }

    /// A predicate by its name.
    pub(super) fn predicate_register(&mut self, name: &str) -> Result<Register, String> {
        self.register_named(name, File::Predicate)
    }

    /// The register that an instruction writes.
    pub(super) fn target(&mut self, operand: &Operand, ty: ScalarType) -> Result<Register, String> {
        let register = match operand {
            Operand::Name(name) if name == "_" => self.fresh(file_of(ty)),
            Operand::Name(name) => self.register_named(name, file_of(ty))?,
            _ => return Err("expected a register to write to".to_owned()),
        };
        Ok(self.written(register))
    }

    /// Notes that the instruction writes a register.
    pub(super) fn written(&mut self, register: Register) -> Register {
        self.flow.writes.push(register);
        register
    }

    /// Notes that the instruction reads a register.
    pub(super) fn read(&mut self, register: Register) -> Register {
        self.flow.reads.push(register);
        register
    }

    /// The register that an instruction writes; it may be wider than the type (`ld`, `cvt`).
    pub(super) fn wide_target(
        &mut self,
        operand: &Operand,
        ty: ScalarType,
    ) -> Result<Register, String> {
        if let Operand::Name(name) = operand
            && let Some(Entity::Register(register)) = self.lookup(name)
            && register.file == File::Wide
            && file_of(ty) == File::Word
        {
            return Ok(self.written(register));
        }
        self.target(operand, ty)
    }

    /// A register operand, an immediate, a special register or the address of a variable.
    pub(super) fn source(&mut self, operand: &Operand, ty: ScalarType) -> Result<Register, String> {
        let file = file_of(ty);
        if let Some(bits) = immediate_bits(operand, ty) {
            return Ok(self.constant(Constant::Bits(bits), file));
        }
        match operand {
            Operand::Name(name) => {
                if let Some(offset) = reserved_offset(name) {
                    let address = self.reserved_memory().plus(offset);
                    return Ok(self.constant(address, file));
                }
                if let Some(special) = Special::from_name(name) {
                    return Ok(self.constant(Constant::Special(special), file));
                }
                match self.lookup(name) {
                    Some(Entity::Variable { address, .. }) => Ok(self.constant(address, file)),
                    found => {
                        let functions = &self.tree.functions;
                        let function = functions.iter().position(|one| one.name == *name);
                        if let (None, Some(function)) = (found, function) {
                            return Ok(self.constant(Constant::Function(function), file));
                        }
                        let register = self.register_named(name, file)?;
                        Ok(self.read(register))
                    }
                }
            }
            Operand::NameOffset(name, offset) => match self.lookup(name) {
                Some(Entity::Variable { address, .. }) => {
                    Ok(self.constant(address.plus(*offset), file))
                }
                _ => Err(format!("expected a variable, found `{name}`")),
            },
            _ => Err("expected a register or an immediate".to_owned()),
        }
    }

    /// As [`Decoder::source`], but the register may be wider than the type (`st`, `cvt`).
    pub(super) fn wide_source(
        &mut self,
        operand: &Operand,
        ty: ScalarType,
    ) -> Result<Register, String> {
        if let Operand::Name(name) = operand
            && let Some(Entity::Register(register)) = self.lookup(name)
            && register.file == File::Wide
            && file_of(ty) == File::Word
        {
            return Ok(self.read(register));
        }
        self.source(operand, ty)
    }

    /// A predicate, possibly negated, or a constant one.
    pub(super) fn predicate(&mut self, operand: &Operand) -> Result<PredicateOperand, String> {
        let (register, negated) = match operand {
            Operand::Name(name) => (self.predicate_register(name)?, false),
            Operand::Not(name) => (self.predicate_register(name)?, true),
            Operand::Integer(value) => {
                let bits = if *value == 0 { 0 } else { u64::MAX };
                (self.constant(Constant::Bits(bits), File::Predicate), false)
            }
            _ => return Err("expected a predicate register".to_owned()),
        };
        self.read(register);
        Ok(PredicateOperand { register, negated })
    }

    /// `[base+offset]`, and the space of the variable if the base is one.
    pub(super) fn address(
        &mut self,
        operand: &Operand,
    ) -> Result<(Address, Option<Space>), String> {
        let Operand::Address {
            base,
            offset,
            coordinates,
        } = operand
        else {
            return Err("expected an address in brackets".to_owned());
        };
        if !coordinates.is_empty() {
            return Err("tensor coordinates are not emulated".to_owned());
        }
        let name = match base {
            AddressBase::Absolute => {
                let base = self.constant(Constant::Bits(*offset as u64), File::Wide);
                return Ok((Address { base, offset: 0 }, None));
            }
            AddressBase::Name(name) => name,
        };
        match self.lookup(name) {
            Some(Entity::Register(base)) if matches!(base.file, File::Word | File::Wide) => Ok((
                Address {
                    base: self.read(base),
                    offset: *offset,
                },
                None,
            )),
            Some(Entity::Variable { space, address }) => {
                let base = self.constant(address, File::Wide);
                Ok((
                    Address {
                        base,
                        offset: *offset,
                    },
                    Some(space),
                ))
            }
            Some(Entity::Register(_)) => Err(format!(
                "expected a 32-bit or 64-bit register as address, found `{name}`"
            )),
            None => Err(format!("`{name}` is not declared")),
        }
    }

    /// The elements of `{a, b}`, or the one operand itself.
    pub(super) fn elements<'o>(&self, operand: &'o Operand) -> &'o [Operand] {
        match operand {
            Operand::Vector(elements) => elements,
            single => std::slice::from_ref(single),
        }
    }
}

impl Constant {
    fn plus(self, offset: i64) -> Constant {
        let add = |base: u64| base.wrapping_add(offset as u64);
        match self {
            Constant::Shared(base) => Constant::Shared(add(base)),
            Constant::Local(base) => Constant::Local(add(base)),
            Constant::Parameter(base) => Constant::Parameter(add(base)),
            Constant::Frame(base) => Constant::Frame(base.wrapping_add(offset)),
            Constant::Module(index) => Constant::ModuleOffset(index, offset),
            Constant::DynamicShared => Constant::DynamicSharedOffset(offset),
            other => other,
        }
    }
}

fn describe_file(file: File) -> &'static str {
    match file {
        File::Word => "a register of up to 32 bits",
        File::Wide => "a 64-bit register",
        File::Double => "a 128-bit register",
        File::Predicate => "a predicate register",
    }
}
