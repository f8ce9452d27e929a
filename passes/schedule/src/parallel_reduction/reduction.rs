//! A reduction of a scop that is to be split, and what is added to it.

use tc_dialects::schedule::tree::{Refusal, Tree};
use tc_isl::{Aff, Dim, PwAff, Set, UnionPwAff};

use tc_scop::accesses::Accumulator;
use tc_scop::values::bounds;

/// A reduction of a scop.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// The statement.
    pub statement: String,
    /// Its instances, without parameters.
    pub instances: Set,
    /// The subscripts of the element that it updates.
    pub element: Vec<Aff>,
    /// The array that it updates, by its name in isl; of a pair, that of the values.
    pub array: String,
    /// Whether its result is a value and its place.
    pub pair: bool,
    /// The positions of the loads of what it updates, in its body.
    pub loads: Vec<usize>,
    /// The indices that the element depends on, and those of the loops around the statement.
    pub kept: Vec<usize>,
    /// Those of them that the element depends on: the partial results have a dimension for each.
    pub stored: Vec<usize>,
    /// How many loops of the program are around the statement.
    pub loops: usize,
    /// How many of them are loops of launches: each iteration of those runs by itself.
    pub launches: usize,
}

impl Reduction {
    /// A reduction into an element, if its subscripts are single affine functions without
    /// divisions; or into two elements with the same subscripts. `loops` is the number of loops of
    /// the program around it.
    pub fn new(
        statement: &str,
        tree: &Tree,
        results: &[&Accumulator],
        loops: usize,
    ) -> Result<Reduction, Refusal> {
        let all = results.iter();
        let mut all = all.map(|result| Reduction::into_one(statement, tree, result, loops));
        let nothing = || Refusal::new("there is nothing to deal out");
        let mut first = all.next().ok_or_else(nothing)??;
        for other in all {
            first.pair = true;
            let other = other?;
            let texts = |one: &Reduction| -> Vec<String> {
                one.element.iter().map(Aff::to_string).collect()
            };
            if texts(&first) != texts(&other) {
                return Err(Refusal::new(format!(
                    "the elements of the pair of {statement} have different subscripts"
                )));
            }
        }
        Ok(first)
    }

    fn into_one(
        statement: &str,
        tree: &Tree,
        result: &Accumulator,
        loops: usize,
    ) -> Result<Reduction, Refusal> {
        let element = &result.relation;
        let domain = tree.domain()?.sets()?.into_iter();
        let instances = domain
            .into_iter()
            .find(|set| set.name().as_deref() == Some(statement));
        let instances = instances
            .ok_or_else(|| Refusal::new("there is nothing to deal out"))?
            .project_out_all_params()?;
        let rank = instances.tuple_dim()?;
        let function = element.as_map()?.as_pw_multi_aff()?;
        let mut subscripts = Vec::new();
        let mut kept = vec![false; rank];
        for dim in 0..element.as_map()?.dim(Dim::Out)? {
            let subscript = function.at(dim)?;
            if !subscript.isa_aff()? || subscript.as_aff()?.involves_locals()? {
                return Err(Refusal::new(format!(
                    "{statement} updates an element whose subscript is not affine: {subscript}"
                )));
            }
            let subscript = subscript.as_aff()?;
            for (index, kept) in kept.iter_mut().enumerate() {
                *kept |= subscript.coefficient_val(Dim::In, index)?.to_i64() != Some(0);
            }
            subscripts.push(subscript);
        }
        Ok(Reduction {
            statement: statement.to_owned(),
            instances,
            element: subscripts,
            array: result.array.clone(),
            pair: false,
            loads: Vec::new(),
            kept: (0..rank)
                .filter(|&index| kept[index] || index < loops)
                .collect(),
            stored: (0..rank).filter(|&index| kept[index]).collect(),
            loops,
            launches: 0,
        })
    }

    /// The least and the greatest value of an index.
    pub fn range(&self, index: usize) -> Result<(i64, i64), Refusal> {
        let value = PwAff::var_on_domain(&self.instances.space()?, Dim::SET, index)?;
        let value = UnionPwAff::from_pw_aff(&value)?;
        let value = value.intersect_domain(&self.instances.to_union_set()?)?;
        bounds(&value)?.ok_or_else(|| {
            Refusal::new(format!("the extents of {} are not known", self.statement))
                .note("bind sizes with tc-specialize")
        })
    }

    /// The indices that the element does not depend on.
    pub fn summed(&self) -> Result<Vec<usize>, Refusal> {
        let all = 0..self.instances.tuple_dim()?;
        Ok(all.filter(|index| !self.kept.contains(index)).collect())
    }

    pub(super) fn value(&self, index: usize) -> Result<UnionPwAff, Refusal> {
        let value = PwAff::var_on_domain(&self.instances.space()?, Dim::SET, index)?;
        Ok(UnionPwAff::from_pw_aff(&value)?)
    }
}

/// The names of what is added.
#[derive(Clone, Debug)]
pub struct Names {
    /// The statement that sets the partial results to the neutral element.
    pub init: String,
    /// The statement that combines them.
    pub fold: String,
    /// The indices of both: those that the element depends on, then the lanes.
    pub indices: Vec<String>,
}

/// What the statements of a split reduction access.
#[derive(Debug)]
pub struct Parts {
    /// The extents of the partial results.
    pub shape: Vec<i64>,
    /// The partial result of an instance of the reduction.
    pub partial: Vec<Aff>,
    /// The partial result of an instance of both added statements.
    pub lane: Vec<Aff>,
    /// The element that an instance of the second one updates.
    pub element: Vec<Aff>,
}
