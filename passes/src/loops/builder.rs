//! A function under construction: where the next operation goes, and values that are made only once.
//!
//! Constants and the numbers of blocks and threads stand at the head of the function. Index expressions are kept by
//! their text as long as the block that they were made in is open, so that equal subscripts are computed once.

use std::collections::HashMap;

use mlir_sys::*;

use crate::raw::{self, Recipe, create, named, parse_attribute};

/// Builds operations of one function.
pub struct Builder {
    pub context: MlirContext,
    /// The location of the operations that are made.
    pub location: MlirLocation,
    /// The block at whose end operations are made.
    block: MlirBlock,
    /// The function's first block.
    entry: MlirBlock,
    /// The last operation at the head of the entry block.
    head: Option<MlirOperation>,
    constants: HashMap<i64, MlirValue>,
    /// Values by text, one map for each open block.
    values: Vec<HashMap<String, MlirValue>>,
    /// Which loops and conditions were made.
    pub loops: usize,
    pub conditions: usize,
}

impl Builder {
    /// A builder at the end of a function's entry block.
    pub fn new(context: MlirContext, location: MlirLocation, entry: MlirBlock) -> Self {
        Builder {
            context,
            location,
            block: entry,
            entry,
            head: None,
            constants: HashMap::new(),
            values: vec![HashMap::new()],
            loops: 0,
            conditions: 0,
        }
    }

    /// The type `index`.
    pub fn index(&self) -> MlirType {
        // SAFETY: the context is alive.
        unsafe { mlirIndexTypeGet(self.context) }
    }

    /// The type `i1`.
    pub fn condition(&self) -> MlirType {
        // SAFETY: the context is alive.
        unsafe { mlirIntegerTypeGet(self.context, 1) }
    }

    /// An attribute from its text, which is ours and so parses.
    pub fn attribute(&self, key: &str, text: &str) -> MlirNamedAttribute {
        named(self.context, key, parse_attribute(self.context, text))
    }

    /// Makes an operation at the end of the current block.
    pub fn operation(&self, name: &str, recipe: Recipe<'_>) -> MlirOperation {
        self.append(create(name, self.location, recipe))
    }

    /// Puts an operation at the end of the current block.
    pub fn append(&self, op: MlirOperation) -> MlirOperation {
        // SAFETY: the block is alive and the operation is in no block.
        unsafe { mlirBlockAppendOwnedOperation(self.block, op) };
        op
    }

    /// Makes an operation with one result.
    pub fn value(
        &self,
        name: &str,
        operands: &[MlirValue],
        ty: MlirType,
        attributes: &[MlirNamedAttribute],
    ) -> MlirValue {
        let results = [ty];
        result(self.operation(
            name,
            Recipe {
                operands,
                results: &results,
                attributes,
                ..Recipe::default()
            },
        ))
    }

    /// Makes an operation with one result at the head of the function.
    pub fn head_value(
        &mut self,
        name: &str,
        ty: MlirType,
        attributes: &[MlirNamedAttribute],
    ) -> MlirValue {
        let results = [ty];
        let op = create(
            name,
            self.location,
            Recipe {
                results: &results,
                attributes,
                ..Recipe::default()
            },
        );
        // SAFETY: the entry block is alive, and the head is an operation in it.
        unsafe {
            match self.head {
                Some(head) => mlirBlockInsertOwnedOperationAfter(self.entry, head, op),
                None => mlirBlockInsertOwnedOperation(self.entry, 0, op),
            }
        }
        self.head = Some(op);
        result(op)
    }

    /// A constant of type `index`.
    pub fn constant(&mut self, value: i64) -> MlirValue {
        if let Some(known) = self.constants.get(&value) {
            return *known;
        }
        let attribute = self.attribute("value", &format!("{value} : index"));
        let index = self.index();
        let constant = self.head_value("arith.constant", index, &[attribute]);
        self.constants.insert(value, constant);
        constant
    }

    /// The value of a text in an open block.
    pub fn known(&self, text: &str) -> Option<MlirValue> {
        self.values
            .iter()
            .rev()
            .find_map(|values| values.get(text))
            .copied()
    }

    /// The value of a text at the head of the function.
    pub fn known_at_head(&self, text: &str) -> Option<MlirValue> {
        self.values
            .first()
            .and_then(|values| values.get(text))
            .copied()
    }

    /// Keeps a value that was made at the head of the function.
    pub fn remember_at_head(&mut self, text: String, value: MlirValue) {
        if let Some(values) = self.values.first_mut() {
            values.insert(text, value);
        }
    }

    /// Keeps a value by its text until the current block is closed.
    pub fn remember(&mut self, text: String, value: MlirValue) {
        if let Some(values) = self.values.last_mut() {
            values.insert(text, value);
        }
    }

    /// Opens a scope of values in the current block.
    pub fn open(&mut self) {
        self.values.push(HashMap::new());
    }

    /// Closes the innermost scope of values.
    pub fn close(&mut self) {
        self.values.pop();
    }

    /// Goes on at the end of another block, with a new scope of values; returns the block that was left.
    #[must_use = "leave the block again with it"]
    pub fn enter(&mut self, block: MlirBlock) -> MlirBlock {
        self.open();
        std::mem::replace(&mut self.block, block)
    }

    /// Goes back to the block that was left.
    pub fn leave(&mut self, outer: MlirBlock) {
        self.close();
        self.block = outer;
    }

    /// A region of one new block with arguments of these types.
    pub fn region(&self, arguments: &[MlirType]) -> (MlirRegion, MlirBlock) {
        let locations = vec![self.location; arguments.len()];
        // SAFETY: the types and locations are alive; the region owns the block.
        unsafe {
            let region = mlirRegionCreate();
            let block = mlirBlockCreate(
                arguments.len() as isize,
                arguments.as_ptr(),
                locations.as_ptr(),
            );
            mlirRegionAppendOwnedBlock(region, block);
            (region, block)
        }
    }
}

/// The first result of an operation.
pub fn result(op: MlirOperation) -> MlirValue {
    // SAFETY: the operation is alive and was made with a result.
    unsafe { mlirOperationGetResult(op, 0) }
}

/// The results of an operation.
pub fn results(op: MlirOperation) -> Vec<MlirValue> {
    // SAFETY: the operation is alive.
    unsafe {
        (0..mlirOperationGetNumResults(op))
            .map(|at| mlirOperationGetResult(op, at))
            .collect()
    }
}

/// The operands of an operation.
pub fn operands(op: MlirOperation) -> Vec<MlirValue> {
    // SAFETY: the operation is alive.
    unsafe {
        (0..mlirOperationGetNumOperands(op))
            .map(|at| mlirOperationGetOperand(op, at))
            .collect()
    }
}

/// The arguments of a block.
pub fn arguments(block: MlirBlock) -> Vec<MlirValue> {
    // SAFETY: the block is alive.
    unsafe {
        (0..mlirBlockGetNumArguments(block))
            .map(|at| mlirBlockGetArgument(block, at))
            .collect()
    }
}

/// The attributes of an operation.
pub fn attributes(op: MlirOperation) -> Vec<MlirNamedAttribute> {
    // SAFETY: the operation is alive.
    unsafe {
        (0..mlirOperationGetNumAttributes(op))
            .map(|at| mlirOperationGetAttribute(op, at))
            .collect()
    }
}

/// The types of values.
pub fn types(values: &[MlirValue]) -> Vec<MlirType> {
    // SAFETY: the values are alive.
    values
        .iter()
        .map(|value| unsafe { mlirValueGetType(*value) })
        .collect()
}

/// Sets an attribute of an operation from its text.
pub fn set_attribute(op: MlirOperation, key: &str, text: &str) {
    // SAFETY: the operation is alive and the name is copied.
    unsafe {
        let attribute = parse_attribute(mlirOperationGetContext(op), text);
        mlirOperationSetAttributeByName(op, raw::string(key), attribute);
    }
}
