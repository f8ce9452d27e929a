//! The members of a cascade: which statements of a block go into the loop over tiles.
//!
//! From the sums backwards: what lies between the extremum and them, and the statements in front
//! whose values only members use, for each term by itself. All others keep their places, in front
//! of the loop or behind it.

use std::collections::{HashMap, HashSet};

use tc_dialects::op::{self, ValueKey};
use tc_dialects::tc::{Access, Call, Comprehension, Def, Left, Range, Reduction, Role};
use tc_syntax::expr::Expr;

use super::law::{Guard, Law, Reader, Statements, expressions, range_of, same_range};
use tc_pass_host::*;

/// A statement that goes into the loop.
#[derive(Clone, Debug)]
pub struct Member {
    pub place: usize,
    /// The index that runs over a tile; none where the statement has no such index.
    pub tile: Option<String>,
    pub kind: Kind,
}

/// What a member is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Computes values for the others.
    Between,
    /// The extremum itself.
    Extremum,
    /// A sum.
    Sum,
}

/// A sum and what takes it from one extremum to the next; none for a sum that does not depend on
/// it.
pub struct Proved<'c, 'a, 's> {
    pub place: usize,
    pub law: Option<Law>,
    pub reader: Reader<'c, 'a, 's>,
}

/// A block of statements.
pub struct Block<'c, 'a> {
    pub def: Def<'c, 'a>,
    pub operations: Vec<OperationRef<'c, 'a>>,
    pub statements: Vec<Option<Comprehension<'c, 'a>>>,
    pub names: HashMap<ValueKey, String>,
}

/// The statements that become a loop.
pub struct Cascade {
    /// The place of the extremum.
    pub extremum: usize,
    /// The range of its index.
    pub range: Range,
    /// In the order of the text.
    pub members: Vec<Member>,
    /// Temporaries that keep one tile, by the dimension that is a tile.
    pub tiled: HashMap<ValueKey, usize>,
    /// What depends on the extremum.
    pub dependents: HashSet<ValueKey>,
    /// Operations between the members that go behind the loop.
    pub behind: Vec<usize>,
}

impl<'c: 'a, 'a> Block<'c, 'a> {
    pub fn new(def: Def<'c, 'a>, operations: Vec<OperationRef<'c, 'a>>) -> Self {
        let statements = operations.iter().map(|one| Comprehension::from_op(*one));
        let tensors = def.tensors().into_iter();
        Block {
            def,
            statements: statements.collect(),
            operations,
            names: tensors
                .map(|one| (ValueKey::of(one.value()), one.name()))
                .collect(),
        }
    }

    fn name(&self, tensor: ValueKey) -> String {
        self.names.get(&tensor).cloned().unwrap_or_default()
    }

    /// The tensors that an operation writes, and those that it reads or writes.
    fn touched(&self, place: usize) -> (HashSet<ValueKey>, HashSet<ValueKey>) {
        let (mut written, mut all) = (HashSet::new(), HashSet::new());
        let mut inside = vec![self.operations[place]];
        inside.extend(op::nested(self.operations[place]));
        for one in inside {
            if let Some(statement) = Comprehension::from_op(one) {
                written.extend(statement.targets().iter().map(|to| ValueKey::of(*to)));
            }
            if Call::from_op(one).is_some() {
                written.extend(op::operands(one).iter().map(|to| ValueKey::of(*to)));
            }
            all.extend(Access::from_op(one).map(|access| ValueKey::of(access.tensor())));
        }
        all.extend(written.iter().copied());
        (written, all)
    }

    fn conflict(&self, a: usize, b: usize) -> bool {
        let ((a_written, a_all), (b_written, b_all)) = (self.touched(a), self.touched(b));
        !a_written.is_disjoint(&b_all) || !b_written.is_disjoint(&a_all)
    }

    /// The cascade of an extremum; none where no sum depends on it.
    pub fn cascade(&self, extremum: usize) -> Option<Result<Cascade, String>> {
        let statement = self.statements[extremum]?;
        let is_extremum = matches!(statement.reduction(), Some(Reduction::Max | Reduction::Min));
        if !is_extremum || !statement.init() || statement.place().is_some() {
            return None;
        }
        let element = statement.target_type().element();
        if !element.is_float() {
            return None;
        }
        let mut search = Search::of(self, extremum, statement)?;
        Some(search.run())
    }
}

struct Search<'b, 'c, 'a> {
    block: &'b Block<'c, 'a>,
    extremum: usize,
    statement: Comprehension<'c, 'a>,
    range: Option<Range>,
    index: Option<String>,
    dependents: HashSet<ValueKey>,
    sums: Vec<(usize, String)>,
    members: Vec<Member>,
    tiled: HashMap<ValueKey, usize>,
}

impl<'b, 'c: 'a, 'a> Search<'b, 'c, 'a> {
    /// The sums behind an extremum that depend on it; none where there is none.
    fn of(
        block: &'b Block<'c, 'a>,
        extremum: usize,
        statement: Comprehension<'c, 'a>,
    ) -> Option<Self> {
        let reduced = reduced(statement);
        let index = Some(reduced.first()?.clone()).filter(|_| reduced.len() == 1);
        let mut search = Search {
            block,
            extremum,
            statement,
            range: index.as_ref().and_then(|index| range_of(statement, index)),
            index,
            dependents: HashSet::from([ValueKey::of(statement.target())]),
            sums: Vec::new(),
            members: Vec::new(),
            tiled: HashMap::new(),
        };
        let mut complete: HashSet<ValueKey> = HashSet::new();
        let mut any = false;
        for place in extremum + 1..block.operations.len() {
            let (written, touched) = block.touched(place);
            let depends = !touched.is_disjoint(&search.dependents);
            let Some(one) = block.statements[place] else {
                if depends {
                    complete.extend(written.iter().copied());
                    search.dependents.extend(written);
                }
                continue;
            };
            let reads = reads(one);
            let sum = (one.reduction() == Some(Reduction::Add) && one.init())
                .then(|| search.summed(one))
                .flatten()
                .filter(|_| reads.is_disjoint(&complete));
            let is_beside = !depends && reads.iter().any(|tensor| search.is_own(*tensor));
            if depends
                && sum.is_none()
                && (one.reduction().is_some() || !reads.is_disjoint(&complete))
            {
                complete.extend(written.iter().copied());
            }
            if let Some(index) = sum.filter(|_| depends || is_beside) {
                any |= depends;
                search.sums.push((place, index));
                complete.extend(written.iter().copied());
            }
            if depends {
                search.dependents.extend(written);
            }
        }
        any.then_some(search)
    }

    /// Whether the extremum reads it at its index, and it is a temporary.
    fn is_own(&self, tensor: ValueKey) -> bool {
        let Some(index) = &self.index else {
            return false;
        };
        let mut accesses = self.statement.accesses().into_iter();
        self.is_temporary(tensor)
            && accesses.any(|access| {
                ValueKey::of(access.tensor()) == tensor
                    && expressions(access)
                        .is_some_and(|all| all.iter().any(|one| one.as_name() == Some(index)))
            })
    }

    /// The index of a sum over the range of the extremum.
    fn summed(&self, statement: Comprehension<'c, 'a>) -> Option<String> {
        let reduced = reduced(statement);
        // What is refused needs no index.
        if self.index.is_none() || self.range.is_none() {
            return reduced.first().cloned();
        }
        let fits =
            |index: &&String| same_range(range_of(statement, index).as_ref(), self.range.as_ref());
        let own = reduced
            .iter()
            .filter(fits)
            .find(|one| Some(*one) == self.index.as_ref());
        own.or_else(|| reduced.iter().find(fits)).cloned()
    }

    fn run(&mut self) -> Result<Cascade, String> {
        let index = self.index.clone().ok_or("it is over more than one index")?;
        let range = self
            .range
            .clone()
            .ok_or("its index has no range; run tc-infer-ranges first")?;
        let element = self.statement.target_type().element();
        let computed = self.statement.yielded().r#type();
        if !element.is_f32() && !element.is_f64() || element != computed {
            return Err(format!(
                "its elements are of {element}, which sums would be rounded to"
            ));
        }
        self.members.push(Member {
            place: self.extremum,
            tile: Some(index),
            kind: Kind::Extremum,
        });
        for (place, index) in self.sums.clone() {
            let sum = self.block.statements[place].ok_or("expected a statement")?;
            self.plain(place, sum)?;
            let (element, computed) = (sum.target_type().element(), sum.yielded().r#type());
            if element != computed || !element.is_f32() && !element.is_f64() {
                let name = self.block.name(ValueKey::of(sum.target()));
                return Err(format!(
                    "{name} has elements of {element}, which it would be rounded to for each tile"
                ));
            }
            self.members.push(Member {
                place,
                tile: Some(index),
                kind: Kind::Sum,
            });
        }
        self.plain(self.extremum, self.statement)?;
        self.between()?;
        self.in_front();
        self.check_users()?;
        self.members.sort_by_key(|one| one.place);
        let behind = self.behind()?;
        Ok(Cascade {
            extremum: self.extremum,
            range,
            members: self.members.clone(),
            tiled: self.tiled.clone(),
            dependents: self.dependents.clone(),
            behind,
        })
    }

    /// Refuses statements that a loop cannot take.
    fn plain(&self, place: usize, one: Comprehension<'c, 'a>) -> Result<(), String> {
        let name = self.block.name(ValueKey::of(one.target()));
        let is_last = place >= self.extremum;
        let names = one.left().into_iter().map(|left| match left {
            Left::Index(name) => Some(Some(name)),
            Left::Fixed(_) => Some(None),
            _ => None,
        });
        let names: Option<Vec<Option<String>>> = names.collect();
        let names: Vec<String> = match names {
            Some(names) if one.place().is_none() => names.into_iter().flatten().collect(),
            _ => return Err(format!("{name} is written at computed places")),
        };
        let distinct: HashSet<&String> = names.iter().collect();
        if distinct.len() != names.len() && is_last {
            return Err(format!("{name} is written along a diagonal"));
        }
        if one.is_dependent() {
            return Err(format!("a range of {name} depends on another index"));
        }
        if one.reduction().is_some() && reads(one).contains(&ValueKey::of(one.target())) {
            return Err(format!("{name} reads the tensor that it writes"));
        }
        Ok(())
    }

    /// What lies between the extremum and the sums.
    fn between(&mut self) -> Result<(), String> {
        let mut at = 0;
        while let Some(member) = self.members.get(at).cloned() {
            at += 1;
            let statement = self.block.statements[member.place].ok_or("expected a statement")?;
            for access in statement.accesses() {
                let tensor = ValueKey::of(access.tensor());
                if tensor == ValueKey::of(self.statement.target())
                    || !self.dependents.contains(&tensor)
                {
                    continue;
                }
                let Some(place) = self.last_writer(tensor, member.place) else {
                    continue;
                };
                if place < self.extremum || self.members.iter().any(|one| one.place == place) {
                    continue;
                }
                let name = self.block.name(tensor);
                let writer = self.block.statements[place]
                    .filter(|writer| writer.reduction().is_none())
                    .ok_or_else(|| format!("{name} is complete behind the loop only"))?;
                self.plain(place, writer)?;
                let dim = self.dim_of_tile(access, &member, &name)?;
                let tile = dim.and_then(|dim| writer.left()[dim].index().map(str::to_owned));
                if let Some(tile) = &tile
                    && !same_range(range_of(writer, tile).as_ref(), self.range.as_ref())
                {
                    return Err(format!("{name} has another range than the extremum"));
                }
                if let Some(dim) = dim {
                    self.tiled.insert(tensor, dim);
                }
                self.members.push(Member {
                    place,
                    tile,
                    kind: Kind::Between,
                });
            }
        }
        Ok(())
    }

    /// The subscript of an access that is the index over a tile.
    fn dim_of_tile(
        &self,
        access: Access<'c, 'a>,
        member: &Member,
        name: &str,
    ) -> Result<Option<usize>, String> {
        let elsewhere = || format!("{name} is read at a computed place");
        let subscripts = expressions(access).ok_or_else(elsewhere)?;
        let Some(tile) = &member.tile else {
            return Ok(None);
        };
        let is_it = |expr: &Expr| expr.as_name() == Some(tile);
        let dim = subscripts.iter().position(is_it);
        let count = subscripts.iter().filter(|expr| expr.mentions(tile)).count();
        if count > usize::from(dim.is_some()) {
            return Err(format!(
                "{name} is read at another place than its own along {tile}"
            ));
        }
        Ok(dim)
    }

    fn last_writer(&self, tensor: ValueKey, before: usize) -> Option<usize> {
        (0..before)
            .rev()
            .find(|place| self.block.touched(*place).0.contains(&tensor))
    }

    fn is_temporary(&self, tensor: ValueKey) -> bool {
        let mut all = self.block.def.tensors().into_iter();
        all.any(|one| ValueKey::of(one.value()) == tensor && one.role() == Role::Temporary)
    }

    /// Statements in front of the extremum whose values only members use.
    fn in_front(&mut self) {
        loop {
            let known = self.members.len();
            for member in self.members.clone() {
                let Some(statement) = self.block.statements[member.place] else {
                    continue;
                };
                for access in statement.accesses() {
                    self.take_in(access, &member);
                }
            }
            if self.members.len() == known {
                return;
            }
        }
    }

    /// Takes in all writers of a temporary that keeps a tile.
    fn take_in(&mut self, access: Access<'c, 'a>, member: &Member) {
        let tensor = ValueKey::of(access.tensor());
        let dim = self.dim_of_tile(access, member, "").ok().flatten();
        let Some(dim) = dim.filter(|_| self.is_temporary(tensor)) else {
            return;
        };
        if self.tiled.get(&tensor).is_some_and(|known| *known != dim) {
            return;
        }
        let all = self.block.def.comprehensions();
        let users = all
            .iter()
            .filter(|one| reads(**one).contains(&tensor) || ValueKey::of(one.target()) == tensor);
        let mut new = Vec::new();
        let rows = self.row_count();
        for user in users {
            let place = self
                .block
                .statements
                .iter()
                .position(|one| one.is_some_and(|one| one.operation() == user.operation()));
            let Some(place) = place else { return };
            let known = self.members.iter().find(|one| one.place == place);
            if known.is_some() {
                continue;
            }
            let left = user.left();
            let tile = left.get(dim).and_then(Left::index).map(str::to_owned);
            let fits = tile.as_ref().is_some_and(|tile| {
                same_range(range_of(*user, tile).as_ref(), self.range.as_ref())
            });
            let is_writer = ValueKey::of(user.target()) == tensor;
            let is_in_front = place < self.extremum && self.plain(place, *user).is_ok();
            // What rows share is computed once, in front.
            if !fits || !is_writer || !is_in_front || left.len() <= rows {
                return;
            }
            new.push(Member {
                place,
                tile,
                kind: Kind::Between,
            });
        }
        if new.is_empty() && !self.tiled.contains_key(&tensor) {
            return;
        }
        let is_called = self.block.def.calls().into_iter().any(|call| {
            let operands = op::operands(call.operation()).into_iter();
            operands.map(ValueKey::of).any(|one| one == tensor)
        });
        if is_called || !self.reads_fit(tensor, dim, &new) {
            return;
        }
        self.tiled.insert(tensor, dim);
        self.members.extend(new);
    }

    /// Whether members read the temporary at their own places along the tile only.
    fn reads_fit(&self, tensor: ValueKey, dim: usize, new: &[Member]) -> bool {
        let all = self.members.iter().chain(new);
        all.into_iter().all(|member| {
            let Some(statement) = self.block.statements[member.place] else {
                return false;
            };
            let accesses = statement.accesses().into_iter();
            let mut own = accesses.filter(|access| ValueKey::of(access.tensor()) == tensor);
            own.all(
                |access| matches!(self.dim_of_tile(access, member, ""), Ok(Some(at)) if at == dim),
            )
        })
    }

    fn row_count(&self) -> usize {
        self.statement.left().len()
    }

    /// Refuses values between that others need too.
    fn check_users(&self) -> Result<(), String> {
        for member in self.members.iter().filter(|one| one.kind == Kind::Between) {
            let statement = self.block.statements[member.place].ok_or("expected a statement")?;
            let tensor = ValueKey::of(statement.target());
            let name = self.block.name(tensor);
            if !self.is_temporary(tensor) {
                return Err(format!(
                    "{name} is returned, and a loop over tiles does not keep it"
                ));
            }
            if let Some(dim) = self.tiled.get(&tensor)
                && !self.reads_fit(tensor, *dim, &[])
            {
                return Err(format!(
                    "{name} is read at another place than its own along the tile"
                ));
            }
            let is_member = |one: &Comprehension| {
                self.members.iter().any(|member| {
                    self.block.statements[member.place]
                        .is_some_and(|known| known.operation() == one.operation())
                })
            };
            let all = self.block.def.comprehensions().into_iter();
            let mut others = all.filter(|one| !is_member(one));
            let uses = |one: Comprehension| {
                reads(one).contains(&tensor) || ValueKey::of(one.target()) == tensor
            };
            if let Some(other) = others.find(|one| uses(*one)) {
                let other = self.block.name(ValueKey::of(other.target()));
                return Err(format!(
                    "{name}, which the loop does not keep, is used for {other} too"
                ));
            }
        }
        Ok(())
    }

    /// Operations between members that go behind the loop.
    fn behind(&self) -> Result<Vec<usize>, String> {
        let places: Vec<usize> = self.members.iter().map(|one| one.place).collect();
        let (Some(first), Some(last)) = (places.first(), places.last()) else {
            return Ok(Vec::new());
        };
        let mut behind: Vec<usize> = Vec::new();
        for place in *first..=*last {
            let is_member = places.contains(&place);
            let earlier = behind.iter().copied();
            if is_member {
                if let Some(other) = earlier
                    .into_iter()
                    .find(|one| self.block.conflict(*one, place))
                {
                    let (written, _) = self.block.touched(other);
                    let mut names: Vec<String> = written
                        .into_iter()
                        .map(|tensor| self.block.name(tensor))
                        .collect();
                    names.sort();
                    return Err(format!(
                        "the statement of {} has to stay between them",
                        names.join(", ")
                    ));
                }
                continue;
            }
            let before = places.iter().copied().filter(|one| *one < place);
            if before
                .chain(earlier)
                .any(|one| self.block.conflict(one, place))
            {
                behind.push(place);
            }
        }
        Ok(behind)
    }
}

impl Cascade {
    /// The laws of its sums.
    pub fn laws<'c: 'a, 'a, 's>(
        &self,
        statements: &'s Statements<'c, 'a, 's>,
    ) -> Result<Vec<Proved<'c, 'a, 's>>, String> {
        let mut all = Vec::new();
        let is_extremum = |one: &&Member| one.place == self.extremum;
        let extremum = self.members.iter().find(is_extremum);
        let index = extremum
            .and_then(|one| one.tile.clone())
            .unwrap_or_default();
        for member in self.members.iter().filter(|one| one.kind == Kind::Sum) {
            let tile = member.tile.as_deref().unwrap_or_default();
            let mut reader = Reader::new(statements, tile);
            let target = statements.all[member.place].map(|one| ValueKey::of(one.target()));
            let name = target.and_then(|key| statements.names.get(&key).cloned());
            let of_sum = |reason: String| format!("{}: {reason}", name.clone().unwrap_or_default());
            let law = reader.law(member.place).map_err(of_sum)?;
            if let Some(law) = law.as_ref().filter(|law| law.guard == Guard::Zero) {
                reader.vanishes(law, &index).map_err(of_sum)?;
            }
            all.push(Proved {
                place: member.place,
                law,
                reader,
            });
        }
        Ok(all)
    }
}

/// The indices that are not on the left.
fn reduced(statement: Comprehension<'_, '_>) -> Vec<String> {
    let left = statement.left();
    let is_left = |name: &String| left.iter().any(|one| one.index() == Some(name));
    let mut names = statement.index_names();
    names.retain(|name| !is_left(name));
    names
}

/// The tensors that a statement reads.
fn reads(statement: Comprehension<'_, '_>) -> HashSet<ValueKey> {
    let accesses = statement.accesses().into_iter();
    accesses
        .map(|access| ValueKey::of(access.tensor()))
        .collect()
}
