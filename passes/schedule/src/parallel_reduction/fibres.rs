//! The statements that a split reduction gets, seen from its instances: where they run, and what
//! they access.

use tc_dialects::schedule::tree::{Band, Member, Path, Refusal, Tree};
use tc_isl::{Aff, Dim, Map, PwAff, UnionMap, UnionPwAff, UnionSet, Val};

use super::cut::{Cut, FOLD_TAG, Run};
use super::reduction::{Names, Parts, Reduction};
use crate::tile::floor_and_mod;
use tc_scop::isl_text::reserved;

/// The instances of the reduction that each instance of an added statement stands for.
pub(super) struct Fibres {
    /// From the reduction's instances to those of the statement that comes first.
    pub(super) init: Map,
    /// From the reduction's instances to those of the statement that comes last.
    pub(super) fold: Map,
    /// How many indices the added statements share with the reduction.
    kept: usize,
}

impl Fibres {
    pub(super) fn of(reduction: &Reduction, cut: &Cut, names: &Names) -> Result<Fibres, Refusal> {
        let rank = reduction.instances.tuple_dim()?;
        let all: Vec<String> = (0..rank)
            .map(|index| reserved(&format!("i{index}")))
            .collect();
        let kept = reduction.kept.iter().map(|&index| all[index].clone());
        let values = names.indices.iter().zip(kept.chain(cut.parts(&all)));
        let values: Vec<String> = values
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let (from, into) = (all.join(", "), names.indices.join(", "));
        let values = values.join(" and ");
        let context = reduction.instances.context();
        let to = |name: &str| -> Result<Map, Refusal> {
            let text = format!(
                "{{ {}[{from}] -> {name}[{into}] : {values} }}",
                reduction.statement
            );
            Ok(Map::parse(context, &text)?
                .intersect_domain(&reduction.instances)?
                .coalesce()?)
        };
        Ok(Fibres {
            init: to(&names.init)?,
            fold: to(&names.fold)?,
            kept: reduction.kept.len(),
        })
    }

    /// The loops over the lanes of the statement that comes first.
    pub(super) fn lanes_of(&self, statement: &Map, cut: &Cut, tag: &str) -> Result<Band, Refusal> {
        let first = self.kept + usize::from(cut.run.is_some());
        let mut band = Band::new(Vec::new(), true).with_tag(tag);
        for dim in first..statement.dim(Dim::Out)? {
            let mut member = Member::new(index(statement, dim)?);
            member.coincident = true;
            band.members.push(member);
        }
        Ok(band)
    }

    /// The loops over all parts of the statement that combines them. Those of pairs carry
    /// dependences: no operator of the statement says that its updates commute.
    pub(super) fn parts_of(&self, statement: &Map, reduction: &Reduction) -> Result<Band, Refusal> {
        let parts = self.kept..statement.dim(Dim::Out)?;
        let permutable = parts.len() < 2 || !reduction.pair;
        let mut band = Band::new(Vec::new(), permutable).with_tag(FOLD_TAG);
        for dim in parts {
            band.members.push(Member::new(index(statement, dim)?));
        }
        Ok(band)
    }

    /// The run of the instances of the reduction, and of those of the statement before it.
    pub(super) fn run_of_all(
        &self,
        reduction: &Reduction,
        run: &Run,
    ) -> Result<UnionPwAff, Refusal> {
        let value = reduction.value(run.index)?;
        let first = Val::new(value.context(), run.first)?;
        let value = match run.first {
            0 => value,
            _ => value.sub(&UnionPwAff::val_on_domain(&value.domain()?, &first)?)?,
        };
        let (number, _) = floor_and_mod(&value, run.length)?;
        Ok(number.union_add(&index(&self.init, self.kept)?)?)
    }

    /// A member around the reduction that has values for the added statements too: those of the
    /// instances that they stand for, which must all be the same.
    pub(super) fn extended(
        &self,
        member: &Member,
        reduction: &Reduction,
        statements: &[&Map],
    ) -> Result<Member, Refusal> {
        let own = member
            .schedule
            .intersect_domain(&reduction.instances.to_union_set()?)?;
        let own = UnionMap::from_union_pw_aff(&own)?;
        let mut schedule = member.schedule.clone();
        for statement in statements {
            let values = statement.reverse()?.to_union_map()?.apply_range(&own)?;
            if !values.is_single_valued()? {
                return Err(Refusal::new(format!(
                    "a loop around {} runs over an index of the sum: {}",
                    reduction.statement, member.schedule
                )));
            }
            let value = values.as_map()?.as_pw_multi_aff()?.at(0)?;
            let value = value.gist(&statement.range()?)?.coalesce()?;
            schedule = schedule.union_add(&UnionPwAff::from_pw_aff(&value)?)?;
        }
        Ok(member.with_schedule(schedule))
    }

    /// Lets the nodes above a path speak of the added statements.
    pub(super) fn extend_above(
        &self,
        tree: &mut Tree,
        path: &Path,
        reduction: &Reduction,
    ) -> Result<(), Refusal> {
        let added = |set: &UnionSet, whole: bool| -> Result<UnionSet, Refusal> {
            let mut set = set.clone();
            for statement in [&self.init, &self.fold] {
                let instances = statement.range()?.coalesce()?.to_union_set()?;
                set = set.union(&if whole {
                    instances.universe()?
                } else {
                    instances
                })?;
            }
            Ok(set)
        };
        for depth in 0..path.0.len() {
            let at = Path(path.0[..depth].to_vec());
            match tree.at_mut(&at) {
                Some(Tree::Domain { domain, .. }) => *domain = added(domain, false)?,
                Some(Tree::Filter { filter, .. }) => *filter = added(filter, true)?,
                Some(Tree::Band { band, .. }) => {
                    for member in &mut band.members {
                        *member = self.extended(member, reduction, &[&self.init, &self.fold])?;
                    }
                }
                Some(node @ (Tree::Extension { .. } | Tree::Expansion { .. })) => {
                    let kind = node.kind();
                    return Err(Refusal::new(format!(
                        "cannot split a reduction below a schedule.{kind}"
                    ))
                    .at(&at)
                    .note("split it before the pass that adds the node"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// What the statements access.
    pub(super) fn subscripts(&self, reduction: &Reduction, cut: &Cut) -> Result<Parts, Refusal> {
        let context = reduction.instances.context();
        let rank = reduction.instances.tuple_dim()?;
        let all: Vec<String> = (0..rank).map(|index| format!("c{index}")).collect();
        let on = |indices: &[String], value: &str| -> Result<Aff, Refusal> {
            let text = format!("{{ [{}] -> [{value}] }}", indices.join(", "));
            Ok(Aff::parse(context, &text)?)
        };
        let extents = cut.extents();
        let own: Vec<String> = (0..self.kept + extents.len())
            .map(|index| format!("d{index}"))
            .collect();
        // Of each dimension of the partial results: extent, subscript of an instance of the
        // reduction, subscript of an instance of the others.
        let mut dims = Vec::new();
        let kept = reduction.kept.iter().enumerate();
        for (position, &index) in kept.filter(|(_, index)| reduction.stored.contains(index)) {
            let (first, last) = reduction.range(index)?;
            let apart = |name: &str| format!("{name} - {first}");
            dims.push((
                last - first + 1,
                on(&all, &apart(&all[index]))?,
                on(&own, &apart(&own[position]))?,
            ));
        }
        for (position, (part, extent)) in cut.parts(&all).iter().zip(extents).enumerate() {
            let lane = on(&own, &own[self.kept + position])?;
            dims.push((extent, on(&all, part)?, lane));
        }
        // Neighbouring threads are to have neighbouring partial results.
        if cut.outermost || cut.lanes.is_empty() {
            dims.rotate_left(reduction.stored.len());
        }
        let mut element = Vec::new();
        for subscript in &reduction.element {
            let mut moved = on(&own, "0")?;
            for (position, &index) in reduction.kept.iter().enumerate() {
                let factor = subscript.coefficient_val(Dim::In, index)?;
                moved = moved.add(&on(&own, &own[position])?.scale_val(&factor)?)?;
            }
            let space = moved.domain_space()?;
            let constant = Aff::val_on_domain(&space, &subscript.constant_val()?)?;
            element.push(moved.add(&constant)?);
        }
        Ok(Parts {
            shape: dims.iter().map(|(extent, _, _)| *extent).collect(),
            partial: dims.iter().map(|(_, partial, _)| partial.clone()).collect(),
            lane: dims.into_iter().map(|(_, _, lane)| lane).collect(),
            element,
        })
    }
}

/// An index of the statement that a map leads to, as a loop.
fn index(statement: &Map, dim: usize) -> Result<UnionPwAff, Refusal> {
    let space = statement.range()?.space()?;
    Ok(UnionPwAff::from_pw_aff(&PwAff::var_on_domain(
        &space,
        Dim::SET,
        dim,
    )?)?)
}
