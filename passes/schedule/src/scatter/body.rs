//! The body of a statement that updates an element at a computed place.

use melior::ir::attribute::IntegerAttribute;
use melior::ir::r#type::{IntegerType, MemRefType, ShapedTypeLike};
use tc_dialects::op::{self, Recipe, ValueKey, create, defining_operation};
use tc_dialects::schedule::tree::Refusal;
use tc_dialects::tc::Reduction;

use super::Atomics;
use tc_pass_host::*;
use tc_scop::accesses::atomics::{ATOMIC, kind_of};
use tc_scop::emit::identity_text;
use tc_scop::scop_edit::{Combine, Operator};

/// `load`, an operation on what was loaded and a value, `store` to the same place.
pub(super) struct Update<'c, 'a> {
    load: OperationRef<'c, 'a>,
    store: OperationRef<'c, 'a>,
    combine: OperationRef<'c, 'a>,
    /// The value that the element is combined with.
    term: Value<'c, 'a>,
}

impl<'c: 'a, 'a> Update<'c, 'a> {
    /// The update that the body of a statement is, or why it is none.
    pub(super) fn of(statement: OperationRef<'c, 'a>) -> Result<Update<'c, 'a>, Refusal> {
        let name = op::symbol(statement);
        let expected = |what: &str| Refusal::new(format!("expected {name} to {what}"));
        let all = op::nested(statement);
        let mut stores = all.iter().filter(|one| op::name(**one).ends_with(".store"));
        let (Some(&store), None) = (stores.next(), stores.next()) else {
            return Err(expected("store one element"));
        };
        if !op::is(store, "memref.store") || store.block() != op::body(statement) {
            return Err(expected("update a computed place without a condition"));
        }
        let operands = op::operands(store);
        let (array, subscripts) = (operands[1], &operands[2..]);
        let touches = |one: &&OperationRef| {
            let mut operands = op::operands(**one).into_iter();
            operands.any(|operand| op::same_value(operand, array))
        };
        let same = |one: &OperationRef| {
            let own = op::operands(*one);
            let mut pairs = own[1..].iter().zip(subscripts);
            op::is(*one, "memref.load") && pairs.all(|(a, b)| op::same_value(*a, *b))
        };
        let combine = defining_operation(operands[0])
            .filter(|combine| combine.operand_count() == 2 && combine.result_count() == 1)
            .ok_or_else(|| expected("store what an operation combines"))?;
        let touching: Vec<OperationRef> = all.iter().filter(touches).copied().collect();
        let load = match touching[..] {
            [load, _] if same(&load) => load,
            _ => {
                return Err(expected(
                    "load the element that it stores, and no other one",
                ));
            }
        };
        let sides = op::operands(combine);
        let loaded = op::result(load);
        let term = match (
            op::same_value(sides[0], loaded),
            op::same_value(sides[1], loaded),
        ) {
            (true, false) => sides[1],
            (false, true) => sides[0],
            _ => return Err(expected("combine the element with a value")),
        };
        let uses = |value: Value<'c, 'a>| {
            let operands = all.iter().flat_map(|one| op::operands(*one));
            operands
                .filter(|operand| ValueKey::of(*operand) == ValueKey::of(value))
                .count()
        };
        if uses(loaded) != 1 || uses(op::result(combine)) != 1 {
            return Err(expected("use the element for nothing else"));
        }
        Ok(Update {
            load,
            store,
            combine,
            term,
        })
    }

    /// The array.
    pub(super) fn array(&self) -> Value<'c, 'a> {
        op::operands(self.store)[1]
    }

    fn element(&self) -> Type<'c> {
        self.term.r#type()
    }

    /// How it combines, if the operation has a neutral element.
    pub(super) fn combine(&self, context: &'c Context) -> Option<Combine> {
        let operation = op::name(self.combine).to_owned();
        let mut all = Reduction::ALL.into_iter();
        let reduction =
            all.find(|one| operation.starts_with(&format!("arith.{}", one.keyword())))?;
        let unsigned = operation.ends_with("ui");
        let neutral = identity_text(context, reduction, self.element(), unsigned)?;
        Some(Combine {
            operator: Operator::One(operation),
            reduction,
            neutrals: vec![neutral],
        })
    }

    /// Whether one step of a machine does the same: on numbers of 32 or 64 bits.
    pub(super) fn may_be_atomic(&self, context: &'c Context, allowed: Atomics) -> bool {
        let element = self.element();
        let float = [Type::float32(context), Type::float64(context)].contains(&element);
        let integer = IntegerType::try_from(element);
        let integer = integer.is_ok_and(|integer| matches!(integer.width(), 32 | 64));
        let allowed = match allowed {
            Atomics::None => false,
            Atomics::Exact => integer,
            Atomics::All => integer || float,
        };
        allowed && kind_of(op::name(self.combine)).is_some()
    }

    /// Replaces the three operations by one.
    pub(super) fn make_atomic(&self, context: &'c Context) -> Result<(), Failure> {
        let kind = kind_of(op::name(self.combine)).unwrap_or_default();
        let kind = IntegerAttribute::new(IntegerType::new(context, 64).into(), kind);
        let mut operands = op::operands(self.store);
        operands[0] = self.term;
        let recipe = Recipe {
            operands: &operands,
            results: &[self.element()],
            attributes: &[("kind", kind.into())],
            ..Recipe::default()
        };
        op::insert_before(self.store, create(ATOMIC, self.store.location(), recipe));
        op::erase(self.store);
        op::erase(self.combine);
        op::erase(self.load);
        Ok(())
    }

    /// Lets it update an element of another array, which has one more dimension in front.
    pub(super) fn redirect(
        &self,
        array: Value<'c, 'a>,
        part: Value<'c, 'a>,
    ) -> Result<(), Failure> {
        let own = op::operands(self.store);
        let place: Vec<Value> = [array, part]
            .into_iter()
            .chain(own[2..].iter().copied())
            .collect();
        let load = Recipe {
            operands: &place,
            results: &[self.element()],
            ..Recipe::default()
        };
        op::replace(self.load, create("memref.load", self.load.location(), load))?;
        let operands: Vec<Value> = [own[0]].into_iter().chain(place).collect();
        let store = Recipe {
            operands: &operands,
            ..Recipe::default()
        };
        op::replace(
            self.store,
            create("memref.store", self.store.location(), store),
        )?;
        Ok(())
    }

    /// The extents of the array, if all are known.
    pub(super) fn shape(&self) -> Option<Vec<i64>> {
        let shape = MemRefType::try_from(self.array().r#type()).ok()?;
        (0..shape.rank())
            .map(|dim| match shape.dim_size(dim) {
                Ok(melior::ir::r#type::DimSize::Static(extent)) => i64::try_from(extent).ok(),
                _ => None,
            })
            .collect()
    }

    /// The type of an array of so many such arrays.
    pub(super) fn private_type(&self, shape: &[i64]) -> String {
        let shape: Vec<String> = shape.iter().map(i64::to_string).collect();
        format!("memref<{}x{}>", shape.join("x"), self.element())
    }
}
