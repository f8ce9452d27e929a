//! Generates sequential programs: loops, ranges that depend on other indices, scatter, and pairs of
//! value and place.
//!
//! Every statement is made freely, put at the end of the program so far, and run by [`trace`] for
//! some sizes; if a range, a box, a place or a value is not certainly valid, another one is made.

use super::ast::{
    Binary, Contents, Def, Dim, Expr, Param, Program, Range, Return, Statement, Write,
};
use super::parts::{INDICES, SIZES};
use super::pick::Pick;
use super::sequential;
use super::term::{Index, Tensor, Terms, shifted};
use super::trace;
use tc_syntax::scalar::Scalar;

const LOOPS: [&str; 4] = ["t", "u", "v", "w"];
/// An integer input that ends of loops and ranges may use.
const INPUT: &str = "n";
const FLOATING: [(usize, Scalar); 4] = [
    (70, Scalar::Float),
    (18, Scalar::Double),
    (8, Scalar::Half),
    (4, Scalar::BFloat16),
];
const INTEGERS: [(usize, Scalar); 7] = [
    (60, Scalar::Int32),
    (10, Scalar::Int64),
    (8, Scalar::UInt8),
    (8, Scalar::Int8),
    (5, Scalar::Int16),
    (5, Scalar::UInt32),
    (4, Scalar::UInt16),
];

/// A loop that is not complete.
pub struct Open {
    index: String,
    low: Expr,
    high: Expr,
    body: Vec<Statement>,
}

/// A program in the making.
pub struct Maker<'a> {
    pub pick: &'a mut Pick,
    program: Program,
    pub def: Def,
    pub types: Vec<Scalar>,
    pub tensors: Vec<Tensor>,
    pub open: Vec<Open>,
    /// The type of the statement's first target.
    pub last: Scalar,
}

/// A program, valid as far as [`trace`] can tell.
pub fn program(pick: &mut Pick) -> Program {
    loop {
        if let Some(program) = attempt(pick)
            && sequential::expected(&program).is_some()
        {
            return program;
        }
    }
}

fn attempt(pick: &mut Pick) -> Option<Program> {
    let mut maker = Maker::new(pick);
    for _ in 0..maker.pick.below(3) {
        maker.statement();
    }
    let loops = *maker.pick.weighted(&[(22, 0), (58, 1), (20, 2)]);
    for _ in 0..loops {
        maker.history();
        maker.nest(1);
    }
    let last = match loops {
        0 => 2,
        _ => maker.pick.below(3),
    };
    for _ in 0..last {
        maker.statement();
    }
    maker.finish()
}

/// Sizes, and in a third of the programs an integer input.
fn sizes(pick: &mut Pick) -> Vec<(String, i64)> {
    let count = 1 + pick.below(3);
    let mut all = Vec::new();
    for name in &SIZES[..count] {
        let value = match *pick.weighted(&[(60, 0), (22, 1), (10, 2), (8, 3)]) {
            0 => pick.within(2, 7),
            1 => pick.within(6, 18),
            2 => 1,
            _ => 0,
        };
        all.push(((*name).to_owned(), value));
    }
    if pick.chance(35) {
        all.push((INPUT.to_owned(), pick.within(-1, 5)));
    }
    all
}

fn contents(pick: &mut Pick) -> Contents {
    if pick.chance(18) {
        Contents::Edges
    } else {
        Contents::Quarters
    }
}

fn extents(dims: &[Dim]) -> Vec<Expr> {
    let extent = |dim: &Dim| match dim {
        Dim::Size(name) => Expr::name(name),
        Dim::Extent(extent) => Expr::Integer(*extent),
    };
    dims.iter().map(extent).collect()
}

impl<'a> Maker<'a> {
    fn new(pick: &'a mut Pick) -> Maker<'a> {
        let sizes = sizes(pick);
        let types = vec![
            *pick.weighted(&FLOATING),
            *pick.weighted(&INTEGERS),
            Scalar::Int32,
        ];
        let def = Def {
            name: "f".to_owned(),
            params: Vec::new(),
            returns: Vec::new(),
            statements: Vec::new(),
        };
        let mut maker = Maker {
            pick,
            program: Program {
                sizes,
                defs: Vec::new(),
            },
            def,
            types,
            tensors: Vec::new(),
            open: Vec::new(),
            last: Scalar::Float,
        };
        maker.declare();
        maker
    }

    /// Inputs that bind every size, and tensors that are updated in place or have a type.
    fn declare(&mut self) {
        for name in ["A", "B", "C", "D"].iter().take(1 + self.pick.below(3)) {
            let rank = *self.pick.weighted(&[(45, 1), (48, 2), (7, 3)]);
            let dims = (0..rank).map(|_| self.dim()).collect();
            self.param(name, dims);
        }
        let unbound = |name: &String, params: &[Param]| {
            let dim = Dim::Size(name.clone());
            !params.iter().any(|param| param.dims.contains(&dim))
        };
        for (position, (name, _)) in self.program.sizes.clone().into_iter().enumerate() {
            if !sequential::is_size(&name) {
                self.def.params.push(Param {
                    name,
                    ty: Scalar::Int32,
                    dims: Vec::new(),
                    contents: Contents::Quarters,
                });
            } else if unbound(&name, &self.def.params) {
                self.param(&format!("E{position}"), vec![Dim::Size(name)]);
            }
        }
        for name in ["Y", "Z"].iter().take(self.pick.below(3)) {
            let rank = *self.pick.weighted(&[(8, 0), (42, 1), (50, 2)]);
            let dims: Vec<Dim> = (0..rank).map(|_| self.dim()).collect();
            let ty = *self.pick.one(&self.types);
            self.tensors.push(Tensor {
                name: (*name).to_owned(),
                ty,
                dims: extents(&dims),
                input: false,
                partner: None,
            });
            self.def.returns.push(Return {
                name: (*name).to_owned(),
                annotation: Some((ty, dims)),
                contents: contents(self.pick),
            });
        }
    }

    fn param(&mut self, name: &str, dims: Vec<Dim>) {
        let ty = *self.pick.one(&self.types);
        self.tensors.push(Tensor {
            name: name.to_owned(),
            ty,
            dims: extents(&dims),
            input: true,
            partner: None,
        });
        self.def.params.push(Param {
            name: name.to_owned(),
            ty,
            dims,
            contents: contents(self.pick),
        });
    }

    fn dim(&mut self) -> Dim {
        let sizes = self.program.sizes.iter().map(|(name, _)| name);
        let sizes: Vec<_> = sizes.filter(|name| sequential::is_size(name)).collect();
        Dim::Size((*self.pick.one(&sizes)).clone())
    }

    /// A size, sometimes the integer input.
    pub fn extent(&mut self) -> Expr {
        let has_input = self.program.sizes.iter().any(|(name, _)| name == INPUT);
        if has_input && self.pick.chance(25) {
            return Expr::name(&INPUT);
        }
        match self.dim() {
            Dim::Size(name) => Expr::Name(name),
            Dim::Extent(extent) => Expr::Integer(extent),
        }
    }

    pub fn loops(&self) -> Vec<Index> {
        let open = self.open.iter();
        open.map(|one| Index {
            name: one.index.clone(),
            high: one.high.clone(),
        })
        .collect()
    }

    /// The statements so far, with one more in the innermost loop.
    fn with(&self, last: Option<&Statement>) -> Vec<Statement> {
        let mut inner: Vec<Statement> = last.into_iter().cloned().collect();
        for one in self.open.iter().rev() {
            let mut body = one.body.clone();
            body.append(&mut inner);
            if !body.is_empty() {
                inner = vec![Statement::Loop {
                    index: one.index.clone(),
                    low: one.low.clone(),
                    high: one.high.clone(),
                    body,
                }];
            }
        }
        let mut all = self.def.statements.clone();
        all.append(&mut inner);
        all
    }

    /// Whether the program so far is valid with this statement at its end.
    fn fits(&self, last: &Statement) -> bool {
        let statements = self.with(Some(last));
        sequential::check(&self.program, &self.def, &statements, false).is_some()
    }

    fn push(&mut self, statement: Statement) {
        match self.open.last_mut() {
            Some(open) => open.body.push(statement),
            None => self.def.statements.push(statement),
        }
    }

    /// Ends the innermost loop; one without statements is left out.
    fn close(&mut self) {
        if let Some(done) = self.open.pop()
            && !done.body.is_empty()
        {
            self.push(Statement::Loop {
                index: done.index,
                low: done.low,
                high: done.high,
                body: done.body,
            });
        }
    }

    /// A loop with statements, and perhaps one inside of it.
    fn nest(&mut self, depth: usize) {
        let index = LOOPS[self.open.len()].to_owned();
        let (low, high) = self.loop_bounds();
        self.open.push(Open {
            index,
            low,
            high,
            body: Vec::new(),
        });
        let statements = 1 + self.pick.below(3);
        let inner = depth < 2 && self.pick.chance(32) || depth == 2 && self.pick.chance(6);
        let place = self.pick.below(statements + 1);
        for position in 0..=statements {
            if position == place && inner {
                self.nest(depth + 1);
            }
            if position < statements {
                self.statement();
            }
        }
        self.close();
    }

    fn loop_bounds(&mut self) -> (Expr, Expr) {
        let outer = self.loops();
        let extent = self.extent();
        if !outer.is_empty() && self.pick.chance(45) {
            let other = Expr::name(&self.pick.one(&outer).name);
            return match self.pick.below(4) {
                0 => (Expr::Integer(0), other),
                1 => (Expr::Integer(0), shifted(other, 1)),
                2 => (shifted(other, 1), extent),
                _ => (other, extent),
            };
        }
        match *self
            .pick
            .weighted(&[(55, 0), (15, 1), (12, 2), (8, 3), (6, 4), (4, 5)])
        {
            0 => (Expr::Integer(0), extent),
            1 => (Expr::Integer(1), extent),
            2 => (Expr::Integer(1), shifted(extent, -1)),
            3 => (Expr::Integer(0), Expr::Integer(self.pick.within(1, 4))),
            4 => (Expr::Integer(0), shifted(extent, -2)),
            _ => (Expr::Integer(3), Expr::Integer(self.pick.within(0, 3))),
        }
    }

    /// A tensor with a value for every iteration of the next loop, and the value before the first.
    fn history(&mut self) {
        if !self.pick.chance(40) {
            return;
        }
        let rest = self.pick.below(3);
        let dims: Vec<Expr> = (0..rest).map(|_| self.extent_of_a_size()).collect();
        let end = self.extent();
        let index = LOOPS[0].to_owned();
        let first = self.assigned(vec![Expr::Integer(0)], &dims);
        let Some(first) = first else { return };
        let name = first.targets[0].clone();
        let ty = self.types[0];
        self.push(Statement::Write(first));
        let mut all = vec![shifted(end.clone(), 1)];
        all.extend(dims.iter().cloned());
        self.tensors.push(Tensor {
            name: name.clone(),
            ty,
            dims: all,
            input: false,
            partner: None,
        });
        self.open.push(Open {
            index: index.clone(),
            low: Expr::Integer(0),
            high: end,
            body: Vec::new(),
        });
        for _ in 0..6 {
            let next = shifted(Expr::name(&index), 1);
            let Some(step) = self.step(&name, next, &dims) else {
                continue;
            };
            let step = Statement::Write(step);
            if self.fits(&step) {
                self.push(step);
                break;
            }
        }
        let more = self.pick.below(3);
        for _ in 0..more {
            self.statement();
        }
        self.close();
    }

    fn extent_of_a_size(&mut self) -> Expr {
        match self.dim() {
            Dim::Size(name) => Expr::Name(name),
            Dim::Extent(extent) => Expr::Integer(extent),
        }
    }

    /// A new tensor whose first subscripts are fixed.
    fn assigned(&mut self, fixed: Vec<Expr>, dims: &[Expr]) -> Option<Write> {
        let target = self.fresh();
        for _ in 0..6 {
            let mut left = fixed.clone();
            let mut ranges = Vec::new();
            for (name, dim) in INDICES.iter().zip(dims) {
                left.push(Expr::name(name));
                ranges.push(range(name, Expr::Integer(0), dim.clone()));
            }
            let ty = self.types[0];
            let values = vec![
                self.terms(&ranges, std::slice::from_ref(&target))
                    .stored(ty),
            ];
            let write = Write {
                targets: vec![target.clone()],
                left,
                reduction: None,
                initialises: false,
                values,
                ranges,
            };
            if self.fits(&Statement::Write(write.clone())) {
                return Some(write);
            }
        }
        None
    }

    /// `H(t + 1, i, ..) = .. H(t, i, ..) ..`
    fn step(&mut self, name: &str, next: Expr, dims: &[Expr]) -> Option<Write> {
        let mut left = vec![next];
        let mut ranges = Vec::new();
        for (index, dim) in INDICES.iter().zip(dims) {
            left.push(Expr::name(index));
            ranges.push(range(index, Expr::Integer(0), dim.clone()));
        }
        let tensor = self.tensors.iter().find(|one| one.name == name)?.clone();
        let mut terms = self.terms(&ranges, &[]);
        let before = terms.read_of(&tensor);
        let value = terms.stored(tensor.ty);
        let values = vec![match terms.pick.below(3) {
            0 => before,
            1 => Expr::binary(Binary::Maximum, before, value),
            _ => {
                let condition = Expr::binary(
                    Binary::Less,
                    Expr::name(&LOOPS[0]),
                    Expr::Integer(terms.pick.within(0, 3)),
                );
                Expr::Select(Box::new(condition), Box::new(before), Box::new(value))
            }
        }];
        Some(Write {
            targets: vec![name.to_owned()],
            left,
            reduction: None,
            initialises: false,
            values,
            ranges,
        })
    }

    pub fn terms(&mut self, ranges: &[Range], avoid: &[String]) -> Terms<'_> {
        let mut indices = self.loops();
        indices.extend(ranges.iter().map(|range| Index {
            name: range.index.clone(),
            high: range.high.clone(),
        }));
        Terms {
            pick: self.pick,
            tensors: &self.tensors,
            indices,
            avoid: avoid.to_vec(),
        }
    }

    /// A name that is not yet in use.
    pub fn fresh(&self) -> String {
        let mut names = (0..).map(|number| format!("T{number}"));
        let free = names.find(|name| !self.tensors.iter().any(|one| one.name == *name));
        free.unwrap_or_default()
    }

    /// Appends a statement, if one of a few is valid.
    fn statement(&mut self) {
        for _ in 0..8 {
            let made = match *self.pick.weighted(&[(70, 0), (16, 1), (14, 2)]) {
                0 => self.plain(),
                1 => self.scatter(),
                _ => self.pair(),
            };
            let Some((mut write, new)) = made else {
                continue;
            };
            self.uses(&mut write);
            self.imply(&mut write);
            let statement = Statement::Write(write);
            if self.fits(&statement) {
                self.push(statement);
                self.tensors.extend(new);
                return;
            }
        }
    }

    /// Decides what is returned: what is declared and used, and some of what is complete.
    fn finish(mut self) -> Option<Program> {
        let targets: Vec<String> = self
            .def
            .statements
            .iter()
            .flat_map(Statement::targets)
            .collect();
        self.def
            .returns
            .retain(|returned| targets.contains(&returned.name));
        let sizes = self.program.sizes.iter().cloned().collect();
        let visited = trace::visit(&self.def, &sizes).ok()?;
        let declared = self.def.returns.clone();
        if !declared.iter().all(|one| visited.whole.contains(&one.name)) {
            return None;
        }
        let mut seen: Vec<&String> = Vec::new();
        for target in &targets {
            let known = declared.iter().any(|one| one.name == *target) || seen.contains(&target);
            seen.push(target);
            if known || visited.open.contains(target) || !visited.whole.contains(target) {
                continue;
            }
            let needed = self.def.returns.is_empty();
            if !needed && self.pick.chance(35) {
                continue;
            }
            self.def.returns.push(Return {
                name: target.clone(),
                annotation: None,
                contents: Contents::Quarters,
            });
            let statements = self.def.statements.clone();
            if sequential::check(&self.program, &self.def, &statements, true).is_none() {
                self.def.returns.pop();
            }
        }
        let mut program = self.program;
        program.defs.push(self.def);
        let some = !program.defs[0].returns.is_empty();
        some.then_some(program)
    }
}

/// `index in low:high`
pub fn range(index: &str, low: Expr, high: Expr) -> Range {
    Range {
        index: index.to_owned(),
        low,
        high,
        implied: false,
    }
}
