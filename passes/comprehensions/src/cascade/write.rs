//! The loop over tiles in place of the statements.

use std::collections::{HashMap, HashSet};

use melior::ir::attribute::{FloatAttribute, IntegerAttribute};
use melior::ir::r#type::IntegerType;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};
use tc_dialects::op::{self, ValueKey};
use tc_dialects::tc::{
    Access, Comprehension, For, Index, Left, Range, Reduction, Subscript, TensorType, ValueOf,
    builders,
};
use tc_syntax::expr::{Expr, Operator};

use super::find::{Block, Cascade, Kind, Member, Proved};
use super::law::{BEFORE, Guard, LN_2, Reader, Source};
use super::normal::{Atom, Normal, Product};
use tc_pass_host::*;

/// A comparison of floating values by MLIR's number: `oeq` and `ole`.
const EQUAL: i64 = 1;
const LESS_EQUAL: i64 = 5;

/// What scales the sums of a law, as a tensor over the rows of the extremum.
struct Scale<'c, 'a> {
    /// The factor with its values, in the indices of the extremum.
    text: String,
    tensor: Value<'c, 'a>,
}

/// Writes the loop.
pub struct Writer<'c, 'a, 'w, 's> {
    pub context: &'c Context,
    pub block: &'w Block<'c, 'a>,
    pub cascade: &'w Cascade,
    pub laws: &'w [Proved<'c, 'a, 's>],
    /// Indices of a tile.
    pub size: i64,
}

/// Where operations are put: in front of one, or at the end of a block.
#[derive(Clone, Copy)]
struct Spot<'c, 'a> {
    block: BlockRef<'c, 'a>,
    anchor: Option<OperationRef<'c, 'a>>,
}

impl<'c: 'a, 'a> Spot<'c, 'a> {
    fn put(self, new: Operation<'c>) -> OperationRef<'c, 'a> {
        match self.anchor {
            Some(anchor) => op::insert_before(anchor, new),
            None => op::append(self.block, new),
        }
    }

    /// Puts a statement there; its body.
    fn open(self, new: Operation<'c>) -> BlockRef<'c, 'a> {
        op::body(self.put(new)).expect("a statement has a body")
    }
}

/// The tensors of the extremum.
struct Running<'c, 'a> {
    /// The extremum.
    target: Value<'c, 'a>,
    /// Before the tile.
    before: Value<'c, 'a>,
    /// A value in place of one that terms have no value for.
    safe: Value<'c, 'a>,
    guard: Guard,
    left: Vec<Option<Expr>>,
    indices: Vec<Index>,
    element: Type<'c>,
}

impl<'c: 'a, 'a> Writer<'c, 'a, '_, '_> {
    /// Replaces the statements of the cascade; an error names a factor that has no form as a
    /// statement, and then nothing was changed.
    pub fn write(&self) -> Result<(), String> {
        let keys = self.factor_keys()?;
        let last = self.cascade.members.last().map_or(0, |one| one.place);
        let parent = self.block.operations[last].parent_operation();
        let Some(block) = parent.and_then(op::body) else {
            return Err("the statements are in no block".to_owned());
        };
        let anchor = self.block.operations.get(last + 1).copied();
        let spot = Spot { block, anchor };
        let location = self.extremum().operation().location();
        let running = self.running(location);
        let scales = self.scales(&keys, location);
        self.starts(spot);
        let loop_name = self.fresh("tile");
        let count = Expr::ceil_div(self.cascade.range.length(), self.size);
        let new = builders::r#for(self.context, location, &loop_name, &Range::extent(count));
        let inner = Spot {
            block: spot.open(new),
            anchor: None,
        };
        for member in &self.cascade.members {
            self.member(member, inner, &loop_name, &running, &keys, &scales);
        }
        for place in &self.cascade.behind {
            spot.put(Operation::clone(&self.block.operations[*place]));
            op::erase(self.block.operations[*place]);
        }
        for member in &self.cascade.members {
            op::erase(self.block.operations[member.place]);
        }
        self.shrink();
        Ok(())
    }

    fn statement(&self, place: usize) -> Comprehension<'c, 'a> {
        self.block.statements[place].expect("a member is a statement")
    }

    fn extremum(&self) -> Comprehension<'c, 'a> {
        self.statement(self.cascade.extremum)
    }

    /// For each law: the factor in the indices of the extremum, as text; none where nothing is
    /// scaled.
    fn factor_keys(&self) -> Result<Vec<Option<String>>, String> {
        let keys = self.laws.iter().map(|proved| {
            let Some(law) = &proved.law else {
                return Ok(None);
            };
            let names = self.rows(proved)?;
            let of_sum = |reason: &str| {
                let target = ValueKey::of(self.statement(proved.place).target());
                let name = self.block.names.get(&target).cloned().unwrap_or_default();
                format!("{name}: {reason}")
            };
            let mut values = Vec::new();
            law.factor.for_each_value(&mut |number| values.push(number));
            let own = self.statement(proved.place).index_names();
            let mut leaves = Vec::new();
            for leaf in values
                .iter()
                .filter_map(|number| proved.reader.leaf(*number))
            {
                let exprs = match &leaf.source {
                    Source::Read(_, at, _) => at.clone(),
                    Source::Expr(expr, _) => vec![expr.clone()],
                    Source::Opaque => return Err(of_sum("its factor has a value without a name")),
                };
                let is_free = |expr: &Expr| {
                    own.iter()
                        .any(|name| expr.mentions(name) && !names.contains_key(name))
                };
                if exprs.iter().any(is_free) {
                    let reason = format!(
                        "its factor depends on an index that the extremum does not have, in {}",
                        leaf.name
                    );
                    return Err(of_sum(&reason));
                }
                let at: Vec<String> = exprs
                    .iter()
                    .map(|one| renamed(one, &names).to_string())
                    .collect();
                leaves.push(format!("{}={}", leaf.name, at.join(",")));
            }
            leaves.sort();
            leaves.dedup();
            Ok(Some(format!(
                "{} {}",
                proved.reader.text(&law.factor),
                leaves.join(" ")
            )))
        });
        keys.collect()
    }

    /// The indices of a sum under the names of the extremum.
    fn rows(&self, proved: &Proved<'c, 'a, '_>) -> Result<HashMap<String, Expr>, String> {
        let mut names = HashMap::new();
        let Some(law) = &proved.law else {
            return Ok(names);
        };
        for (left, at) in self.extremum().left().into_iter().zip(&law.at) {
            match (left, at.as_name()) {
                (Left::Index(own), Some(name)) => {
                    if names.insert(name.to_owned(), Expr::name(&own)).is_some() {
                        return Err("the extremum is read along a diagonal".to_owned());
                    }
                }
                (Left::Fixed(expr), _) if expr == *at => {}
                _ => return Err(format!("the extremum is read at {at}, not at an index")),
            }
        }
        Ok(names)
    }

    fn running(&self, location: Location<'c>) -> Running<'c, 'a> {
        let statement = self.extremum();
        let left = statement.left();
        let is_left = |index: &Index| left.iter().any(|one| one.index() == Some(&index.name));
        let mut indices = statement.indices();
        indices.retain(is_left);
        let target = statement.target();
        let zero = self.laws.iter().any(|proved| {
            let law = proved.law.as_ref();
            law.is_some_and(|law| law.guard == Guard::Zero)
        });
        Running {
            target,
            before: self.temporary("before", location),
            safe: self.temporary("safe", location),
            guard: if zero { Guard::Zero } else { Guard::Infinite },
            left: left.iter().map(Left::expr).collect(),
            indices,
            element: statement.target_type().element(),
        }
    }

    /// A temporary like the extremum.
    fn temporary(&self, what: &str, location: Location<'c>) -> Value<'c, 'a> {
        let target = self.extremum().target();
        let base = self.block.names.get(&ValueKey::of(target)).cloned();
        let name = self.fresh(&format!("{}_{what}", base.unwrap_or_default()));
        let kind = self.extremum().target_type();
        let new = builders::temporary(self.context, location, &name, kind);
        let first = op::operations(self.block.def.body()).first().copied();
        let made = match first {
            Some(first) => op::insert_before(first, new),
            None => op::append(self.block.def.body(), new),
        };
        op::result(made)
    }

    /// A tensor for each factor that occurs.
    fn scales(&self, keys: &[Option<String>], location: Location<'c>) -> Vec<Scale<'c, 'a>> {
        let mut scales: Vec<Scale> = Vec::new();
        for key in keys.iter().flatten() {
            if !scales.iter().any(|known| known.text == *key) {
                let tensor = self.temporary("scale", location);
                scales.push(Scale {
                    text: key.clone(),
                    tensor,
                });
            }
        }
        scales
    }

    /// What stands in front of the loop: the neutral elements.
    fn starts(&self, spot: Spot<'c, 'a>) {
        for member in self
            .cascade
            .members
            .iter()
            .filter(|one| one.kind != Kind::Between)
        {
            let statement = self.statement(member.place);
            let neutral = match statement.reduction() {
                Some(Reduction::Max) => f64::NEG_INFINITY,
                Some(Reduction::Min) => f64::INFINITY,
                _ => 0.0,
            };
            let body = self.on_left(spot, statement);
            let value = self.constant(body, neutral, statement.target_type().element());
            self.end(body, value);
        }
    }

    /// An assignment with the left side of a statement, and its body.
    fn on_left(&self, spot: Spot<'c, 'a>, statement: Comprehension<'c, 'a>) -> BlockRef<'c, 'a> {
        let left = statement.left();
        let mut indices = statement.indices();
        indices.retain(|index| left.iter().any(|one| one.index() == Some(&index.name)));
        let left: Vec<Option<Expr>> = left.iter().map(Left::expr).collect();
        let (target, location) = (statement.target(), location_of(statement));
        spot.open(builders::statement(
            self.context,
            location,
            &[target],
            &left,
            None,
            &indices,
        ))
    }

    /// An assignment to a tensor over the rows of the extremum, and its body.
    fn on_rows(
        &self,
        spot: Spot<'c, 'a>,
        target: Value<'c, 'a>,
        running: &Running<'c, 'a>,
    ) -> BlockRef<'c, 'a> {
        let location = location_of(self.extremum());
        let (left, indices) = (&running.left, &running.indices);
        spot.open(builders::statement(
            self.context,
            location,
            &[target],
            left,
            None,
            indices,
        ))
    }

    /// The statements of the loop for a member.
    fn member(
        &self,
        member: &Member,
        inner: Spot<'c, 'a>,
        loop_name: &str,
        running: &Running<'c, 'a>,
        keys: &[Option<String>],
        scales: &[Scale<'c, 'a>],
    ) {
        if member.kind == Kind::Extremum {
            self.copy_of_extremum(inner, running);
        }
        let proved = self.laws.iter().position(|one| one.place == member.place);
        if let Some(proved) = proved
            && let Some(scale) = scales
                .iter()
                .find(|one| Some(&one.text) == keys[proved].as_ref())
        {
            self.scaled(inner, &self.laws[proved], scale);
        }
        self.of_tile(inner, member, loop_name, running);
        if member.kind == Kind::Extremum {
            self.safe(inner, running);
            for scale in scales {
                let of_key = |key: &Option<String>| key.as_ref() == Some(&scale.text);
                let Some(at) = keys.iter().position(of_key) else {
                    continue;
                };
                self.scale(inner, &self.laws[at], scale, running);
            }
        }
    }

    /// `before = r`
    fn copy_of_extremum(&self, spot: Spot<'c, 'a>, running: &Running<'c, 'a>) {
        let body = self.on_rows(spot, running.before, running);
        let value = self.read(body, running.target, &running.left, running.element);
        self.end(body, value);
    }

    /// `safe = r == -inf ? 0 : r`
    fn safe(&self, spot: Spot<'c, 'a>, running: &Running<'c, 'a>) {
        let body = self.on_rows(spot, running.safe, running);
        let value = self.read(body, running.target, &running.left, running.element);
        let other = match running.guard {
            Guard::Infinite => 0.0,
            Guard::Zero => 1.0,
        };
        let known = |body| self.read(body, running.target, &running.left, running.element);
        let value = self.guarded(body, running, value, other, &known);
        self.end(body, value);
    }

    /// `scale = before == -inf ? 0 : g(before, r)`
    fn scale(
        &self,
        spot: Spot<'c, 'a>,
        proved: &Proved<'c, 'a, '_>,
        scale: &Scale<'c, 'a>,
        running: &Running<'c, 'a>,
    ) {
        let body = self.on_rows(spot, scale.tensor, running);
        let before = self.read(body, running.before, &running.left, running.element);
        let known = |body| {
            let read = |tensor| self.read(body, tensor, &running.left, running.element);
            let emitter = Emitter {
                writer: self,
                reader: &proved.reader,
                body,
                names: self.rows(proved).unwrap_or_default(),
                before: read(running.before),
                with: read(running.safe),
                ty: running.element,
            };
            let factor = proved.law.as_ref().map(|law| &law.factor);
            factor.map_or_else(|| read(scale.tensor), |factor| emitter.sum(factor))
        };
        let value = self.guarded(body, running, before, 0.0, &known);
        self.end(body, value);
    }

    /// `y = y * scale`
    fn scaled(&self, spot: Spot<'c, 'a>, proved: &Proved<'c, 'a, '_>, scale: &Scale<'c, 'a>) {
        let statement = self.statement(proved.place);
        let body = self.on_left(spot, statement);
        let left: Vec<Option<Expr>> = statement.left().iter().map(Left::expr).collect();
        let element = statement.target_type().element();
        let sum = self.read(body, statement.target(), &left, element);
        let at = proved
            .law
            .as_ref()
            .map(|law| law.at.clone())
            .unwrap_or_default();
        let at: Vec<Option<Expr>> = at.into_iter().map(Some).collect();
        let ty = self.extremum().target_type().element();
        let mut factor = self.read(body, scale.tensor, &at, ty);
        if ty != element {
            let name = if element.is_f64() {
                "arith.extf"
            } else {
                "arith.truncf"
            };
            factor = self.apply(body, name, &[factor], element, &[]);
        }
        let value = self.apply(body, "arith.mulf", &[sum, factor], element, &[]);
        self.end(body, value);
    }

    /// The statement with its index over one tile.
    fn of_tile(
        &self,
        spot: Spot<'c, 'a>,
        member: &Member,
        loop_name: &str,
        running: &Running<'c, 'a>,
    ) {
        let old = self.statement(member.place).operation();
        let new = spot.put(Operation::clone(&old));
        let statement = Comprehension::from_op(new).expect("it is a copy of one");
        if member.kind != Kind::Between {
            op::set_attribute(new, "init", None);
        }
        let before = Expr::mul(Expr::Const(self.size), Expr::name(loop_name));
        let first = Expr::add(self.cascade.range.lower.clone(), before.clone());
        if let Some(tile) = &member.tile {
            let left = Expr::sub(self.cascade.range.length(), before);
            let whole = self.cascade.range.length().as_const();
            let end = match whole.is_some_and(|count| count % self.size == 0) {
                true => Expr::Const(self.size),
                false => Expr::min(Expr::Const(self.size), left),
            };
            let mut indices = statement.indices();
            for index in indices.iter_mut().filter(|one| one.name == *tile) {
                index.range = Some(Range::extent(end.clone()));
            }
            statement.set_indices(self.context, &indices);
        }
        let place = |expr: &Expr| {
            let tile = member.tile.as_deref();
            expr.substitute(&|symbol| {
                let name = symbol.as_name().filter(|name| Some(*name) == tile)?;
                Some(Expr::add(first.clone(), Expr::name(name)))
            })
        };
        let mut inside = Vec::new();
        statement.walk(&mut |one| inside.push(one));
        for one in inside {
            if let Some(view) = ValueOf::from_op(one) {
                self.place_value(view, member, &first, &place);
            }
            let Some(access) = Access::from_op(one) else {
                continue;
            };
            let tensor = ValueKey::of(access.tensor());
            if !self.cascade.tiled.contains_key(&tensor) {
                access.map_exprs(self.context, &place);
            }
            if tensor == ValueKey::of(running.target) {
                op::set_operand(one, 0, running.safe);
            }
        }
    }

    /// The value of an index over a tile: a sum of the body, as a person writes it.
    fn place_value(
        &self,
        view: ValueOf<'c, 'a>,
        member: &Member,
        first: &Expr,
        place: &dyn Fn(&Expr) -> Expr,
    ) {
        let ty = view.value_type();
        let is_index = view.expr().as_name() == member.tile.as_deref() && member.tile.is_some();
        if !is_index || ty.is_index() {
            view.set_expr(self.context, &place(&view.expr()));
            return;
        }
        let old = view.operation();
        let start = self.integer(old, first, ty);
        let copy = op::insert_before(old, Operation::clone(&old));
        let sum = op::create_value(
            "arith.addi",
            old.location(),
            &[start, op::result(copy)],
            ty,
            &[],
        );
        let sum = op::result(op::insert_before(old, sum));
        op::replace_uses(view.value(), sum);
        op::erase(old);
    }

    /// An expression as operations on plain values.
    fn integer(&self, before: OperationRef<'c, 'a>, expr: &Expr, ty: Type<'c>) -> Value<'c, 'a> {
        let location = before.location();
        let name = match expr {
            Expr::Binary(Operator::Add, ..) => "arith.addi",
            Expr::Binary(Operator::Sub, ..) => "arith.subi",
            Expr::Binary(Operator::Mul, ..) => "arith.muli",
            _ => "",
        };
        let new = match expr {
            Expr::Binary(_, a, b) if !name.is_empty() => {
                let operands = [self.integer(before, a, ty), self.integer(before, b, ty)];
                op::create_value(name, location, &operands, ty, &[])
            }
            Expr::Const(value) => {
                let value = IntegerAttribute::new(ty, *value).into();
                melior::dialect::arith::constant(self.context, value, location)
            }
            _ => builders::value(self.context, location, expr, ty),
        };
        op::result(op::insert_before(before, new))
    }

    /// Temporaries that keep one tile.
    fn shrink(&self) {
        for tensor in self.block.def.temporaries() {
            let Some(dim) = self.cascade.tiled.get(&ValueKey::of(tensor.value())) else {
                continue;
            };
            let kind = tensor.tensor_type();
            let mut dims = kind.dims();
            dims[*dim] = Some(Range::extent(Expr::Const(self.size)));
            tensor.set_type(TensorType::new(self.context, &dims, kind.element()));
        }
    }

    /// A name that nothing in the def has.
    fn fresh(&self, wanted: &str) -> String {
        let def = self.block.def;
        let mut taken: HashSet<String> = def.tensors().iter().map(|one| one.name()).collect();
        taken.extend(def.sizes());
        taken.extend(def.loops().into_iter().map(For::index));
        for statement in def.comprehensions() {
            taken.extend(statement.index_names());
        }
        let numbered = (2..).map(|number| format!("{wanted}_{number}"));
        let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
        names.find(|name| !taken.contains(name)).unwrap_or_default()
    }

    fn read(
        &self,
        body: BlockRef<'c, 'a>,
        tensor: Value<'c, 'a>,
        at: &[Option<Expr>],
        ty: Type<'c>,
    ) -> Value<'c, 'a> {
        let subscripts: Vec<Subscript> =
            at.iter().flatten().cloned().map(Subscript::Expr).collect();
        let location = location_of(self.extremum());
        let new = builders::read(self.context, location, tensor, &subscripts, ty);
        op::result(op::append(body, new))
    }

    fn constant(&self, body: BlockRef<'c, 'a>, value: f64, ty: Type<'c>) -> Value<'c, 'a> {
        let value = FloatAttribute::new(self.context, ty, value).into();
        let location = location_of(self.extremum());
        let new = melior::dialect::arith::constant(self.context, value, location);
        op::result(op::append(body, new))
    }

    fn apply(
        &self,
        body: BlockRef<'c, 'a>,
        name: &str,
        operands: &[Value<'c, 'a>],
        ty: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Value<'c, 'a> {
        let location = location_of(self.extremum());
        let new = op::create_value(name, location, operands, ty, attributes);
        op::result(op::append(body, new))
    }

    /// `value is none ? other : known`
    fn guarded(
        &self,
        body: BlockRef<'c, 'a>,
        running: &Running<'c, 'a>,
        value: Value<'c, 'a>,
        other: f64,
        known: &dyn Fn(BlockRef<'c, 'a>) -> Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        let is_max = self.extremum().reduction() == Some(Reduction::Max);
        let (limit, predicate) = match running.guard {
            Guard::Zero => (0.0, LESS_EQUAL),
            Guard::Infinite if is_max => (f64::NEG_INFINITY, EQUAL),
            Guard::Infinite => (f64::INFINITY, EQUAL),
        };
        let limit = self.constant(body, limit, running.element);
        let kind = IntegerType::new(self.context, 64).into();
        let predicate = IntegerAttribute::new(kind, predicate).into();
        let truth = IntegerType::new(self.context, 1).into();
        let attributes: [(&str, Attribute); 1] = [("predicate", predicate)];
        let is_none = self.apply(body, "arith.cmpf", &[value, limit], truth, &attributes);
        let location = location_of(self.extremum());
        let recipe = op::Recipe {
            operands: &[is_none],
            results: &[running.element],
            regions: vec![
                op::build::region(&[], location),
                op::build::region(&[], location),
            ],
            ..Default::default()
        };
        let made = op::append(body, op::create("scf.if", location, recipe));
        if let [then, otherwise] = op::blocks(made)[..] {
            let values = [
                (then, self.constant(then, other, running.element)),
                (otherwise, known(otherwise)),
            ];
            for (block, value) in values {
                let recipe = op::Recipe {
                    operands: &[value],
                    ..Default::default()
                };
                op::append(block, op::create("scf.yield", location, recipe));
            }
        }
        op::result(made)
    }

    fn end(&self, body: BlockRef<'c, 'a>, value: Value<'c, 'a>) {
        let location = location_of(self.extremum());
        op::append(body, builders::r#yield(self.context, location, value));
    }
}

/// Writes a normal form as operations.
struct Emitter<'e, 'c, 'a, 'w, 's, 'p> {
    writer: &'e Writer<'c, 'a, 'w, 's>,
    reader: &'e Reader<'c, 'a, 'p>,
    body: BlockRef<'c, 'a>,
    names: HashMap<String, Expr>,
    before: Value<'c, 'a>,
    with: Value<'c, 'a>,
    ty: Type<'c>,
}

impl<'c: 'a, 'a> Emitter<'_, 'c, 'a, '_, '_, '_> {
    fn apply(&self, name: &str, operands: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        self.writer.apply(self.body, name, operands, self.ty, &[])
    }

    fn number(&self, value: &BigRational) -> Value<'c, 'a> {
        self.writer
            .constant(self.body, value.to_f64().unwrap_or(f64::NAN), self.ty)
    }

    /// What is added first, then what is subtracted.
    fn sum(&self, normal: &Normal) -> Value<'c, 'a> {
        let mut terms: Vec<(&Product, &BigRational)> = normal.terms().collect();
        terms.sort_by_key(|(_, coefficient)| coefficient.is_negative());
        let mut sum: Option<Value> = None;
        for (product, coefficient) in terms {
            sum = Some(match sum {
                None => self.product(product, coefficient),
                Some(sum) => {
                    let next = self.product(product, &coefficient.abs());
                    let name = if coefficient.is_negative() {
                        "arith.subf"
                    } else {
                        "arith.addf"
                    };
                    self.apply(name, &[sum, next])
                }
            });
        }
        sum.unwrap_or_else(|| self.writer.constant(self.body, 0.0, self.ty))
    }

    fn product(&self, product: &Product, coefficient: &BigRational) -> Value<'c, 'a> {
        let mut factors = Vec::new();
        let mut divisors = Vec::new();
        if !coefficient.is_one() {
            factors.push(self.number(coefficient));
        }
        for (atom, power) in product.powers() {
            let value = self.atom(atom);
            let list = if power > 0 {
                &mut factors
            } else {
                &mut divisors
            };
            (0..power.unsigned_abs()).for_each(|_| list.push(value));
        }
        if let Some(exponent) = product.exponent() {
            factors.push(self.exponential(exponent));
        }
        let mut all = factors.into_iter();
        let first = all
            .next()
            .unwrap_or_else(|| self.number(&BigRational::one()));
        let product = all.fold(first, |product, next| {
            self.apply("arith.mulf", &[product, next])
        });
        let divided = divisors.into_iter();
        divided.fold(product, |product, next| {
            self.apply("arith.divf", &[product, next])
        })
    }

    fn exponential(&self, exponent: &Normal) -> Value<'c, 'a> {
        let logarithm = Normal::value(LN_2);
        let halves = logarithm
            .inverse()
            .and_then(|inverse| exponent.times(&inverse));
        let binary = halves.filter(|form| !form.has_value(&|number| number == LN_2));
        match binary.filter(|_| exponent.has_value(&|number| number == LN_2)) {
            Some(form) => self.apply("math.exp2", &[self.sum(&form)]),
            None => self.apply("math.exp", &[self.sum(exponent)]),
        }
    }

    fn atom(&self, atom: &Atom) -> Value<'c, 'a> {
        let number = match atom {
            Atom::Value(number) => *number,
            Atom::Call(key, operands) => {
                let made = self.reader.calls[key];
                let operands: Vec<Value> = operands.iter().map(|one| self.sum(one)).collect();
                let ty = op::result(made).r#type();
                let attributes = op::attributes(made);
                return self
                    .writer
                    .apply(self.body, op::name(made), &operands, ty, &attributes);
            }
        };
        let leaf = self.reader.leaf(number);
        match leaf.map(|leaf| &leaf.source) {
            Some(Source::Read(tensor, at, ty)) => {
                let at: Vec<Option<Expr>> = at
                    .iter()
                    .map(|one| Some(renamed(one, &self.names)))
                    .collect();
                self.writer.read(self.body, *tensor, &at, *ty)
            }
            Some(Source::Expr(expr, ty)) => {
                let expr = renamed(expr, &self.names);
                let location = location_of(self.writer.extremum());
                let new = builders::value(self.writer.context, location, &expr, *ty);
                op::result(op::append(self.body, new))
            }
            Some(Source::Opaque) | None if number == BEFORE => self.before,
            Some(Source::Opaque) | None if number == LN_2 => {
                self.writer
                    .constant(self.body, std::f64::consts::LN_2, self.ty)
            }
            Some(Source::Opaque) | None => self.with,
        }
    }
}

fn renamed(expr: &Expr, names: &HashMap<String, Expr>) -> Expr {
    expr.substitute(&|symbol| names.get(symbol.as_name()?).cloned())
}

fn location_of<'c>(statement: Comprehension<'c, '_>) -> Location<'c> {
    statement.operation().location()
}
