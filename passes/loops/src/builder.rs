//! A function under construction: the insertion point, and values that are created only once.
//!
//! Constants and the numbers of blocks and threads are at the head of the function. Index
//! expressions are kept by their text while their block is open, so that equal subscripts are
//! computed once.

use std::collections::HashMap;

use melior::ir::attribute::IntegerAttribute;
use melior::ir::r#type::IntegerType;
use tc_dialects::op::{self, Recipe, create, create_value};

use tc_pass_host::*;

/// Builds the operations of one function.
pub struct Builder<'c, 'a> {
    /// The context of everything that is created.
    pub context: &'c Context,
    /// The location of the operations that are created.
    pub location: Location<'c>,
    /// The block to whose end operations are appended.
    block: BlockRef<'c, 'a>,
    /// The function's first block.
    entry: BlockRef<'c, 'a>,
    /// The last operation at the head of the entry block.
    head: Option<OperationRef<'c, 'a>>,
    constants: HashMap<i64, Value<'c, 'a>>,
    /// Values by text, one map for each open block.
    values: Vec<HashMap<String, Value<'c, 'a>>>,
    /// The number of loops created.
    pub loops: usize,
    /// The number of `scf.if`s created.
    pub conditions: usize,
}

/// The values that a builder knows at one time.
pub struct KnownHere<'c, 'a> {
    head: Option<OperationRef<'c, 'a>>,
    constants: HashMap<i64, Value<'c, 'a>>,
    values: Vec<HashMap<String, Value<'c, 'a>>>,
}

impl<'c, 'a> Builder<'c, 'a> {
    /// A builder at the end of a function's entry block.
    pub fn new(context: &'c Context, location: Location<'c>, entry: BlockRef<'c, 'a>) -> Self {
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
    pub fn index(&self) -> Type<'c> {
        Type::index(self.context)
    }

    /// The type `i1`.
    pub fn condition(&self) -> Type<'c> {
        IntegerType::new(self.context, 1).into()
    }

    /// Creates an operation at the end of the current block.
    pub fn operation(&self, name: &str, recipe: Recipe<'c, '_>) -> OperationRef<'c, 'a> {
        self.append(create(name, self.location, recipe))
    }

    /// Appends an operation to the current block.
    pub fn append(&self, operation: Operation<'c>) -> OperationRef<'c, 'a> {
        op::append(self.block, operation)
    }

    /// Creates an operation with one result.
    pub fn value(
        &self,
        name: &str,
        operands: &[Value<'c, 'a>],
        ty: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Value<'c, 'a> {
        op::result(self.append(create_value(name, self.location, operands, ty, attributes)))
    }

    /// Creates an operation with one result at the head of the function.
    pub fn head_value(
        &mut self,
        name: &str,
        operands: &[Value<'c, 'a>],
        ty: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Value<'c, 'a> {
        let made = create_value(name, self.location, operands, ty, attributes);
        let made = match self.head {
            Some(head) => self.entry.insert_operation_after(head, made),
            None => self.entry.insert_operation(0, made),
        };
        self.head = Some(made);
        op::result(made)
    }

    /// A constant of type `index`.
    pub fn constant(&mut self, value: i64) -> Value<'c, 'a> {
        if let Some(known) = self.constants.get(&value) {
            return *known;
        }
        let index = self.index();
        let number = IntegerAttribute::new(index, value).into();
        let constant = self.head_value("arith.constant", &[], index, &[("value", number)]);
        self.constants.insert(value, constant);
        constant
    }

    /// The value of a text in an open block.
    pub fn known(&self, text: &str) -> Option<Value<'c, 'a>> {
        self.values
            .iter()
            .rev()
            .find_map(|values| values.get(text))
            .copied()
    }

    /// The value of a text at the head of the function.
    pub fn known_at_head(&self, text: &str) -> Option<Value<'c, 'a>> {
        self.values
            .first()
            .and_then(|values| values.get(text))
            .copied()
    }

    /// Keeps a value that was created at the head of the function.
    pub fn remember_at_head(&mut self, text: String, value: Value<'c, 'a>) {
        if let Some(values) = self.values.first_mut() {
            values.insert(text, value);
        }
    }

    /// Keeps a value by its text until the current block is closed.
    pub fn remember(&mut self, text: String, value: Value<'c, 'a>) {
        if let Some(values) = self.values.last_mut() {
            values.insert(text, value);
        }
    }

    /// The values that are known here; see [`Builder::forget_since`].
    pub fn known_here(&self) -> KnownHere<'c, 'a> {
        KnownHere {
            head: self.head,
            constants: self.constants.clone(),
            values: self.values.clone(),
        }
    }

    /// Forgets the values made since: nothing made from now on uses them, and what is made at the
    /// head of the function stands where it would without them.
    pub fn forget_since(&mut self, here: KnownHere<'c, 'a>) {
        self.head = here.head;
        self.constants = here.constants;
        self.values = here.values;
    }

    /// Opens a scope of values in the current block.
    pub fn open(&mut self) {
        self.values.push(HashMap::new());
    }

    /// Closes the innermost scope of values.
    pub fn close(&mut self) {
        self.values.pop();
    }

    /// Continues at the end of another block, with a new scope of values; returns the previous
    /// block.
    #[must_use = "leave the block again with it"]
    pub fn enter(&mut self, block: BlockRef<'c, 'a>) -> BlockRef<'c, 'a> {
        self.open();
        std::mem::replace(&mut self.block, block)
    }

    /// Returns to the previous block.
    pub fn leave(&mut self, outer: BlockRef<'c, 'a>) {
        self.close();
        self.block = outer;
    }

    /// A region of one new block with arguments of these types.
    pub fn region(&self, arguments: &[Type<'c>]) -> (Region<'c>, BlockRef<'c, 'a>) {
        op::build::open_region(arguments, self.location)
    }
}
