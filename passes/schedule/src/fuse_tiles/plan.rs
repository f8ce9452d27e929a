//! What of a producer a tile needs, and the scop in which the tile computes it.

use std::collections::BTreeSet;

use tc_dialects::schedule::tree::{Band, Refusal, Scop, Tree};
use tc_isl::{Aff, Dim, Id, Map, MultiAff, Set, UnionMap, UnionSet};

use super::super::count::{Count, cardinality};
use super::super::promote::copies::{Spread, member, spread_over_threads};
use super::super::promote::footprint::Footprint;
use super::super::promote::layout::Layout;
use super::super::promote::place::Place;
use super::super::subscripts::subscripts;
use super::remove::without;
use tc_pass_host::Decision;
use tc_scop::accesses::{Access, AccessKind, ScopAccesses, StatementAccesses};
use tc_scop::extents::bytes_of;
use tc_scop::isl_text::IslNames;
use tc_scop::leaves::{Leaf, Leaves};
use tc_scop::select::{Kind, nodes};

/// The tag of the bands of copies.
pub const TAG: &str = "computed";

/// A scop from which a producer is computed in tiles.
pub struct Planner<'s> {
    /// The scop.
    pub scop: &'s Scop,
    /// What its statements access.
    pub accesses: &'s ScopAccesses,
    /// The bytes that the array of a tile may take.
    pub limit: i64,
}

/// A statement that computes the values of another one again.
pub struct Copy {
    /// The name of that one.
    pub original: String,
    /// Its own name.
    pub name: String,
    /// The names of the indices in front of those of the original: where the tile is.
    pub outer: Vec<String>,
    /// The accesses that stand for another element, by their positions.
    pub stands_for: Vec<(usize, UnionMap)>,
    /// From the coordinates of a tile to the instances that run there.
    extension: Map,
    /// The loops over the instances of a tile.
    bands: Vec<Band>,
}

/// An access that goes to the array of the tile.
pub struct TileAccess {
    /// The statement.
    pub statement: String,
    /// Which operation of the body it is.
    pub position: usize,
    /// The subscripts, as functions of the statement's indices.
    pub subscripts: Vec<Aff>,
    /// The element that it stands for.
    pub means: UnionMap,
}

/// A producer in the tiles of a consumer.
pub struct Plan {
    /// The array that holds the values in a tile.
    pub array: String,
    /// Its extents.
    pub shape: Vec<i64>,
    /// The type of its elements.
    pub element: String,
    /// What it takes.
    pub bytes: i64,
    /// The copies.
    pub copies: Vec<Copy>,
    /// The accesses of the consumers and of the copies to that array.
    pub accesses: Vec<TileAccess>,
    /// The tree.
    pub tree: Tree,
    /// The statements that no longer run by themselves.
    pub removed: Vec<String>,
    /// The array that they stand for.
    of: String,
    /// Instances of the copies in all tiles, and of their originals.
    instances: Option<(Count, Count)>,
}

impl Plan {
    /// What was done, for a remark.
    pub fn decision(&self) -> Decision {
        let names: Vec<&str> = self
            .copies
            .iter()
            .map(|copy| copy.original.as_str())
            .collect();
        let shape: Vec<String> = self.shape.iter().map(i64::to_string).collect();
        let what = format!(
            "tiles compute it, each {} elements of {} in {} bytes",
            shape.join(" x "),
            self.of,
            self.bytes
        );
        let mut decision = Decision::passed(names.join(", "), what);
        if let Some((copies, originals)) = self.instances
            && originals.number > 0
        {
            let about = if copies.exact { "" } else { "at most " };
            decision = decision.because(format!(
                "{about}{} instances run in place of {}",
                copies.number, originals.number
            ));
        }
        let stays = match &self.removed[..] {
            [] => format!("`{}` is written as before, for what else reads it", self.of),
            _ => format!("`{}` is neither written nor read", self.of),
        };
        decision.unless(stays).figure("Bytes", self.bytes)
    }
}

impl Planner<'_> {
    /// The producer that a statement is a part of, in the tiles that a target names.
    pub fn plan(&self, compute: &str, target: Option<&str>) -> Result<Plan, Refusal> {
        let (writers, array) = self.producer(compute)?;
        let tree = &self.scop.tree;
        let bands = nodes(tree, target, Kind::Band, "compute a producer in")?;
        let [band] = &bands[..] else {
            return Err(Refusal::new(format!(
                "expected one band to compute {compute} in, found {}",
                bands.len()
            ))
            .note("name one of them, such as `S1/band[0]`"));
        };
        let place = Place::new(tree, &band.child(0))?;
        place.check()?;
        let readers = self.readers(&place, &array, &writers)?;
        let mut touched: Option<Map> = None;
        for (leaf, statement, access) in &readers {
            let own = self.touched(leaf, statement, access, place.prefix.kinds.len())?;
            touched = Some(match touched {
                Some(before) => before.union(&own)?,
                None => own,
            });
        }
        let touched = touched.ok_or_else(|| {
            Refusal::new(format!(
                "nothing in the tiles reads `{array}`, which {compute} writes"
            ))
            .at(band)
            .note("name a band around a statement that reads it")
        })?;
        let footprint = Footprint::around(touched.coalesce()?)?;
        let footprint = self.in_one_piece(footprint, &array)?;
        self.with_footprint(&place, &writers, &array, &footprint, &readers)
    }

    /// A footprint with the whole box, as far as the array has it, where what tiles touch has
    /// several pieces: the loops over these would have conditions.
    fn in_one_piece(&self, footprint: Footprint, array: &str) -> Result<Footprint, Refusal> {
        if footprint.touched.basic_maps()?.len() <= 1 {
            return Ok(footprint);
        }
        let mut arrays = self.accesses.arrays.iter().zip(&self.scop.arrays);
        let known = arrays.find(|(info, _)| info.name == array);
        let extents: Option<Vec<i64>> =
            known.and_then(|(_, array)| array.shape.iter().copied().collect());
        Ok(match extents {
            Some(extents) => Footprint {
                touched: footprint.whole_box(&extents)?,
                ..footprint
            },
            None => footprint,
        })
    }

    fn with_footprint(
        &self,
        place: &Place,
        writers: &[&StatementAccesses],
        array: &str,
        footprint: &Footprint,
        readers: &[(&Leaf, &StatementAccesses, &Access)],
    ) -> Result<Plan, Refusal> {
        let info = self.accesses.arrays.iter().zip(&self.scop.arrays);
        let known = info.clone().find(|(info, _)| info.name == array);
        let element = known.map_or("f32", |(_, array)| array.element.as_str());
        let bytes = footprint
            .shape
            .iter()
            .fold(bytes_of(element), |all, extent| all.saturating_mul(*extent));
        if bytes > self.limit {
            let message = format!(
                "what a tile needs of `{array}` takes {bytes} bytes, of {} that it may take",
                self.limit
            );
            return Err(Refusal::new(message)
                .at(&place.path)
                .note("use smaller tiles, or raise the option `limit`"));
        }
        let mut taken: BTreeSet<String> = BTreeSet::new();
        let mut fresh = |wanted: String| {
            let mut name = self.accesses.fresh(&wanted);
            let mut number = 1;
            while !taken.insert(name.clone()) {
                name = self.accesses.fresh(&format!("{wanted}_{number}"));
                number += 1;
            }
            name
        };
        let mut plan = Plan {
            array: fresh(format!("{array}_t")),
            shape: footprint.shape.clone(),
            element: element.to_owned(),
            bytes,
            copies: Vec::new(),
            accesses: Vec::new(),
            tree: Tree::Leaf,
            removed: Vec::new(),
            of: array.to_owned(),
            instances: None,
        };
        for writer in writers {
            let name = fresh(format!("{}_t", writer.name));
            self.add_copy(&mut plan, writer, &name, footprint)?;
        }
        for (leaf, statement, access) in readers {
            let known = plan
                .accesses
                .iter()
                .any(|one| one.statement == statement.name && one.position == access.position);
            if !known {
                let read = self.read(place, leaf, statement, access, footprint)?;
                plan.accesses.extend(read);
            }
        }
        let mut tree = self.scop.tree.clone();
        let prefix = &place.prefix;
        tree.try_replace_at(&place.path, |node| {
            with_copies(node, &prefix.active, &plan.copies)
        })?;
        plan.instances = self.instances(place, &plan)?;
        if self.is_unread(array, &plan)? {
            plan.removed = writers.iter().map(|one| one.name.clone()).collect();
            tree = without(tree, &plan.removed)?;
        }
        plan.tree = tree;
        Ok(plan)
    }

    /// The statements that write the array that a statement writes, in the order of the program.
    fn producer(&self, compute: &str) -> Result<(Vec<&StatementAccesses>, String), Refusal> {
        let statements = &self.accesses.statements;
        let Some(statement) = statements.iter().find(|one| one.name == compute) else {
            let names: Vec<&str> = statements.iter().map(|one| one.name.as_str()).collect();
            return Err(Refusal::new(format!(
                "there is no statement {compute} to compute in tiles"
            ))
            .note(format!("the statements are {}", names.join(", "))));
        };
        let array = &one_array(statement)?;
        let domain = self.scop.tree.domain()?.sets()?;
        let in_domain = |name: &str| domain.iter().any(|set| set.name().as_deref() == Some(name));
        let writers = statements
            .iter()
            .filter(|one| written(one).contains(&&**array));
        let mut found = Vec::new();
        for one in writers {
            if !in_domain(&one.name) {
                return Err(Refusal::new(format!(
                    "{} also writes `{array}`, and is no statement of the program",
                    one.name
                ))
                .at_operation(&one.name, 0)
                .note("compute producers in tiles before arrays are promoted"));
            }
            one_array(one)?;
            found.push(one);
        }
        found.sort_by(|one, other| one.at.cmp(&other.at));
        Ok((found, array.clone()))
    }

    /// The reads of an array below a place, but those of its own writers.
    fn readers<'p>(
        &'p self,
        place: &'p Place,
        array: &str,
        writers: &[&StatementAccesses],
    ) -> Result<Vec<(&'p Leaf, &'p StatementAccesses, &'p Access)>, Refusal> {
        let mut found = Vec::new();
        for leaf in &place.leaves.0 {
            for statement in &self.accesses.statements {
                if writers.iter().any(|one| one.name == statement.name)
                    || !leaf.runs(&statement.name)?
                {
                    continue;
                }
                let reads = statement.accesses.iter();
                let reads =
                    reads.filter(|access| access.kind == AccessKind::Read && access.array == array);
                for access in reads {
                    if subscripts(access)?.is_none() {
                        return Err(Refusal::new(format!(
                            "{} reads `{array}` at a subscript that is not affine, or under a condition",
                            statement.name
                        ))
                        .at_operation(&statement.name, access.position));
                    }
                    self.runs_only_below(place, &statement.name)?;
                    found.push((leaf, statement, access));
                }
            }
        }
        Ok(found)
    }

    /// Refuses a statement that also runs elsewhere: its body cannot be changed for this place
    /// alone.
    fn runs_only_below(&self, place: &Place, statement: &str) -> Result<(), Refusal> {
        for leaf in &Leaves::of(&self.scop.tree)?.0 {
            if !place.path.contains(&leaf.path) && leaf.runs(statement)? {
                let message = format!("{statement} also runs outside of the tile");
                return Err(Refusal::new(message).at(&leaf.path));
            }
        }
        Ok(())
    }

    /// From the first coordinates of a leaf to what an access there touches.
    fn touched(
        &self,
        leaf: &Leaf,
        statement: &StatementAccesses,
        access: &Access,
        depth: usize,
    ) -> Result<Map, Refusal> {
        let own = self.running(leaf, &statement.name)?;
        let outer = leaf.coordinates(0..depth)?.intersect_domain(&own)?;
        Footprint::touched_by(&outer, &access.relation)
    }

    /// The instances of a statement at a leaf.
    fn running(&self, leaf: &Leaf, name: &str) -> Result<UnionSet, Refusal> {
        let mut own = UnionSet::none(leaf.instances.context())?;
        for set in leaf.instances.sets()? {
            if set.name().as_deref() == Some(name) {
                own = own.add_set(&set)?;
            }
        }
        Ok(own)
    }

    /// Adds a copy of a writer, and its accesses to the array of the tile.
    fn add_copy(
        &self,
        plan: &mut Plan,
        writer: &StatementAccesses,
        name: &str,
        footprint: &Footprint,
    ) -> Result<(), Refusal> {
        let context = footprint.touched.context();
        let stores = self.stores(writer, &plan.of)?;
        // [p] -> name[p, i] : the instance i writes an element that the tile needs
        let needed = footprint.touched.apply_range(&stores.reverse()?)?;
        let needed = needed.coalesce()?.remove_redundancies()?;
        let depth = needed.dim(Dim::In)?;
        let extension = needed.domain_map()?.reverse()?.flatten_range()?;
        let extension = extension.set_tuple_id(Dim::Out, &Id::new(context, name)?)?;
        let mut statements = self.scop.statements.iter();
        let own = statements.find(|one| one.name == writer.name);
        let own = own.map_or(&[][..], |one| &one.indices);
        let mut names = IslNames::default();
        let taken = self.scop.sizes.iter().map(|size| &size.name).chain(own);
        taken.for_each(|name| {
            names.add(name);
        });
        let outer = (0..depth).map(|at| names.fresh(&format!("p{at}")));
        let outer: Vec<String> = outer.collect();
        let tile = Projections::of(&extension.range()?, name, &outer, own)?;
        let to_original = Id::new(context, &writer.name)?;
        let to_original = tile.inner.set_tuple_id(Dim::Out, &to_original)?;
        let mut copy = Copy {
            original: writer.name.clone(),
            name: name.to_owned(),
            outer,
            stands_for: Vec::new(),
            extension,
            bands: Vec::new(),
        };
        let as_relation = Map::from_multi_aff(&to_original)?.to_union_map()?;
        let mut stored = Vec::new();
        for access in &writer.accesses {
            if access.array != plan.of {
                if let Some(meant) = &access.stands_for {
                    let meant = as_relation.apply_range(&meant.relation)?;
                    copy.stands_for.push((access.position, meant));
                }
                continue;
            }
            let element = subscripts(access)?.ok_or_else(|| {
                Refusal::new(format!(
                    "{} accesses `{}` at a subscript that is not affine, or under a condition",
                    writer.name, plan.of
                ))
                .at_operation(&writer.name, access.position)
            })?;
            let mut coordinates = Vec::new();
            for (dim, subscript) in element.iter().enumerate() {
                let subscript = subscript.pullback_multi_aff(&to_original)?;
                let start = footprint.offset.at(dim)?.pullback_multi_aff(&tile.outer)?;
                coordinates.push(subscript.sub(&start)?);
            }
            if access.kind == AccessKind::Write {
                stored.clone_from(&coordinates);
            }
            plan.accesses.push(TileAccess {
                statement: name.to_owned(),
                position: access.position,
                subscripts: coordinates,
                means: as_relation.apply_range(&access.relation)?,
            });
        }
        copy.bands = self.bands(&stored, footprint, &stores, &tile)?;
        plan.copies.push(copy);
        Ok(())
    }

    /// From the instances of a statement to the elements of an array that they write.
    fn stores(&self, writer: &StatementAccesses, array: &str) -> Result<Map, Refusal> {
        let mut writes = writer.accesses.iter();
        let written = writes.find(|access| {
            access.array == array && access.kind == AccessKind::Write && access.must
        });
        let written = written.ok_or_else(|| {
            Refusal::new(format!("{} may write `{array}`, or may not", writer.name))
                .at_operation(&writer.name, 0)
        })?;
        let domain = self.scop.tree.domain()?;
        Ok(written.relation.intersect_domain(domain)?.as_map()?)
    }

    /// The loops over the elements of a tile, then those over the instances that write one element.
    fn bands(
        &self,
        elements: &[Aff],
        footprint: &Footprint,
        stores: &Map,
        tile: &Projections,
    ) -> Result<Vec<Band>, Refusal> {
        let spread = Spread {
            unrolled: false,
            shape: &footprint.shape,
            layout: &Layout::rows(&footprint.shape),
            block: self.scop.block.unwrap_or([1; 3]),
            width: 1,
            full: true,
        };
        let members = spread_over_threads(elements, &spread)?;
        let mut bands = vec![Band::new(members, true).with_tag(TAG)];
        let rank = stores.dim(Dim::In)?;
        let instances = stores.reverse()?;
        for index in 0..rank {
            let own = instances.project_out(Dim::Out, index + 1, rank - index - 1)?;
            let own = own.project_out(Dim::Out, 0, index)?;
            if !own.is_single_valued()? {
                let mut sum = member(&tile.inner.at(index)?)?;
                sum.coincident = false;
                bands.push(Band::new(vec![sum], false).with_tag(TAG));
            }
        }
        Ok(bands)
    }

    /// A read of the producer's array as one of the tile's.
    fn read(
        &self,
        place: &Place,
        leaf: &Leaf,
        statement: &StatementAccesses,
        access: &Access,
        footprint: &Footprint,
    ) -> Result<Option<TileAccess>, Refusal> {
        let own = self.running(leaf, &statement.name)?;
        let Some(instances) = own.sets()?.pop() else {
            return Ok(None);
        };
        let depth = place.prefix.kinds.len();
        let in_domain = instances.to_union_set()?.is_subset(&place.prefix.active)?;
        let outer = if in_domain {
            place.outer_coordinates(&instances)?
        } else {
            let outer = leaf.coordinates(0..depth)?.intersect_domain(&own)?;
            outer.as_map()?.as_pw_multi_aff()?
        };
        let element = access.relation.intersect_domain(&own)?.as_map()?;
        let element = element.as_pw_multi_aff()?;
        let offset = footprint
            .offset
            .to_pw_multi_aff()?
            .pullback_pw_multi_aff(&outer)?;
        let mut subscripts = Vec::new();
        for dim in 0..footprint.shape.len() {
            let coordinate = element.at(dim)?.sub(&offset.at(dim)?)?;
            let coordinate = coordinate.gist(&instances)?.coalesce()?;
            if !coordinate.isa_aff()? {
                return Err(Refusal::new(format!(
                    "the place of an element in the tile is not one expression in {}: {coordinate}",
                    statement.name
                ))
                .at_operation(&statement.name, access.position));
            }
            subscripts.push(coordinate.as_aff()?);
        }
        Ok(Some(TileAccess {
            statement: statement.name.clone(),
            position: access.position,
            subscripts,
            means: access.relation.clone(),
        }))
    }

    /// Whether nothing but the writers of an array reads it as it is, when the accesses of a plan
    /// go to the array of the tile.
    fn is_unread(&self, array: &str, plan: &Plan) -> Result<bool, Refusal> {
        let mut arrays = self.accesses.arrays.iter();
        let temporary = arrays.any(|one| one.name == array && one.kind.is_temporary());
        if !temporary {
            return Ok(false);
        }
        let leaves = Leaves::of(&self.scop.tree)?;
        for statement in &self.accesses.statements {
            if plan
                .copies
                .iter()
                .any(|copy| copy.original == statement.name)
            {
                continue;
            }
            let mut runs = false;
            for leaf in &leaves.0 {
                runs |= leaf.runs(&statement.name)?;
            }
            let mut accesses = statement.accesses.iter();
            let reads = accesses.any(|access| {
                access.array == array
                    && !plan.accesses.iter().any(|one| {
                        one.statement == statement.name && one.position == access.position
                    })
            });
            if runs && reads {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The instances of the copies in all tiles, and those of their originals; none if there are
    /// sizes.
    fn instances(&self, place: &Place, plan: &Plan) -> Result<Option<(Count, Count)>, Refusal> {
        if !self.scop.sizes.is_empty() {
            return Ok(None);
        }
        let reached = place.prefix.coordinates()?;
        let (mut copies, mut originals) = (Count::exactly(0), Count::exactly(0));
        for copy in &plan.copies {
            let running = copy.extension.to_union_map()?.intersect_domain(&reached)?;
            for set in running.range()?.sets()? {
                copies = copies.plus(cardinality(&set)?);
            }
            for set in self.scop.tree.domain()?.sets()? {
                if set.name().as_deref() == Some(&copy.original) {
                    originals = originals.plus(cardinality(&set)?);
                }
            }
        }
        Ok(Some((copies, originals)))
    }
}

/// The arrays that a statement writes.
fn written(statement: &StatementAccesses) -> BTreeSet<&str> {
    let writes = statement.accesses.iter();
    let writes = writes.filter(|access| access.kind == AccessKind::Write);
    writes.map(|access| access.array.as_str()).collect()
}

/// The only array that a statement writes.
fn one_array(statement: &StatementAccesses) -> Result<String, Refusal> {
    let arrays = written(statement);
    match arrays.first() {
        Some(array) if arrays.len() == 1 => Ok((*array).to_owned()),
        _ => {
            let message = format!(
                "expected {} to write one array, found {}",
                statement.name,
                arrays.len()
            );
            Err(Refusal::new(message).at_operation(&statement.name, 0))
        }
    }
}

/// From the instances of a copy to the coordinates of its tile, and to the indices of its original.
struct Projections {
    outer: MultiAff,
    inner: MultiAff,
}

impl Projections {
    fn of(
        instances: &Set,
        name: &str,
        outer: &[String],
        own: &[String],
    ) -> Result<Projections, Refusal> {
        let context = instances.context();
        let sizes = instances.space()?.param_names();
        let mut names = IslNames::default();
        sizes.iter().for_each(|size| {
            names.add(size);
        });
        let all = outer.iter().chain(own);
        let all: Vec<String> = all.map(|index| names.fresh(index)).collect();
        let sizes = match &sizes[..] {
            [] => String::new(),
            sizes => format!("[{}] -> ", sizes.join(", ")),
        };
        let function = |range: std::ops::Range<usize>| {
            let values: Vec<String> = all[range].iter().map(|one| format!("({one})")).collect();
            let text = format!(
                "{sizes}{{ {name}[{}] -> [{}] }}",
                all.join(", "),
                values.join(", ")
            );
            MultiAff::parse(context, &text)
        };
        Ok(Projections {
            outer: function(0..outer.len())?,
            inner: function(outer.len()..all.len())?,
        })
    }
}

/// The node with the copies before it.
fn with_copies(node: Tree, active: &UnionSet, copies: &[Copy]) -> Result<Tree, Refusal> {
    let mut extension = UnionMap::none(active.context())?;
    let mut children = Vec::new();
    for copy in copies {
        extension = extension.add_map(&copy.extension)?;
        let instances = copy.extension.range()?.to_union_set()?.universe()?;
        let bands = copy.bands.iter().rev().cloned();
        let loops = bands.fold(Tree::Leaf, Tree::below_band);
        children.push(loops.below_filter(instances));
    }
    children.push(node.below_filter(active.universe()?));
    Ok(Tree::Sequence { children }.below_extension(extension))
}
