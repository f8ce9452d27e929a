//! The loops of a kernel that sums products, by what a matrix unit does with them.

use tc_dialects::schedule::tree::{Band, Element, Path, Refusal, Tree, Unit};
use tc_isl::{Dim, Set, UnionMap, UnionPwAff, UnionSet};
use tc_scop::accesses::{Access, AccessKind, Product, ScopAccesses, StatementAccesses};
use tc_scop::values::bounds;

use super::machine::Machine;
use super::{Precision, outer_band};

/// A loop that a unit goes along.
#[derive(Clone, Debug)]
pub struct Along {
    /// Of all statements of the kernel that have it.
    pub all: UnionPwAff,
    /// Of the product alone.
    pub product: UnionPwAff,
    /// How many iterations it has, from 0 on.
    pub extent: i64,
}

/// A kernel that sums products.
#[derive(Clone, Debug)]
pub struct Nest {
    /// Its outer band.
    pub path: Path,
    /// The sum of products.
    pub statement: String,
    /// The unit for its factors.
    pub unit: Unit,
    /// The loop along rows.
    pub rows: Along,
    /// The loop along columns.
    pub columns: Along,
    /// The loop along terms.
    pub terms: Along,
    /// Other parallel loops, of all statements.
    pub around: Vec<UnionPwAff>,
    /// How many iterations they have together.
    pub batch: i64,
    /// Other loops of the sum.
    pub sums: Vec<UnionPwAff>,
    /// How many iterations they have together.
    pub rounds: i64,
}

/// A loop and the index of the product that it is.
struct Loop {
    all: UnionPwAff,
    product: UnionPwAff,
    index: usize,
    extent: i64,
}

/// The kernel at a path as such a nest, or why it is none; `None` if it has no sum of products that
/// a unit of the machine computes.
pub fn find(
    tree: &Tree,
    kernel: &Path,
    accesses: &ScopAccesses,
    machine: &Machine,
    precision: Precision,
) -> Result<Option<Result<Nest, String>>, Refusal> {
    let Some(path) = outer_band(tree, kernel) else {
        return Ok(None);
    };
    let active = tree.prefix(&path)?.active;
    let names: Vec<String> = active.sets()?.iter().filter_map(Set::name).collect();
    let here = accesses
        .statements
        .iter()
        .filter(|one| names.contains(&one.name));
    let products = here.filter_map(|one| Some((one, one.product.as_ref()?)));
    let products: Vec<_> = products
        .filter_map(|(one, product)| Some((one, product, element_of(product, machine, precision)?)))
        .collect();
    let (statement, product, element) = match products[..] {
        [] => return Ok(None),
        [only] => only,
        _ => {
            return Ok(Some(Err(format!(
                "{} sums of products run in one kernel",
                products.len()
            ))));
        }
    };
    Ok(Some(read(
        tree,
        &path,
        &active,
        (statement, product),
        Unit::of(element),
    )?))
}

/// What a unit multiplies the factors of a product as: rounded only as the precision says.
fn element_of(product: &Product, machine: &Machine, precision: Precision) -> Option<Element> {
    let mut all = Element::ALL.into_iter();
    all.find(|element| {
        let allowed = !element.rounds() || element.to_string() == precision.spelling();
        allowed
            && element.stored() == product.factor_type
            && element.sum() == product.sum_type
            && machine.has(*element)
    })
}

fn read(
    tree: &Tree,
    path: &Path,
    active: &UnionSet,
    (statement, product): (&StatementAccesses, &Product),
    unit: Unit,
) -> Result<Result<Nest, String>, Refusal> {
    let Some(Tree::Band { band, child }) = tree.at(path) else {
        return Ok(Err("it has no loops".to_owned()));
    };
    let no = |reason: &str| Ok(Err(reason.to_owned()));
    if band.tag.is_some() || !(band.permutable || band.members.len() == 1) {
        return no("its loops cannot be tiled");
    }
    let name = &statement.name;
    let mut own = active.clone();
    for set in active.sets()? {
        if set.name().as_ref() != Some(name) {
            own = own.subtract(&UnionSet::from_set(&set)?)?;
        }
    }
    let Some(inner) = sum_loops(child, name)? else {
        return no("other loops are between those of the results and those of the sum");
    };
    let (mut parallel, mut sums) = (Vec::new(), Vec::new());
    let members = band
        .members
        .iter()
        .map(|member| (member, member.coincident));
    let below = inner
        .iter()
        .flat_map(|band| &band.members)
        .map(|member| (member, false));
    for (member, is_parallel) in members.chain(below) {
        let Some(one) = loop_of(&member.schedule, active, &own)? else {
            return no("a loop is not one index of the statement, from 0 on");
        };
        if is_parallel {
            parallel.push(one);
        } else {
            sums.push(one);
        }
    }
    if !is_box(&own, &parallel, &sums)? {
        return no("its extents depend on each other");
    }
    let taken = match chosen(statement, product, &own, unit, (&parallel, &sums))? {
        Ok(taken) => taken,
        Err(reason) => return Ok(Err(reason)),
    };
    let [rows, columns, terms] = taken;
    let along = |one: &Loop| Along {
        all: one.all.clone(),
        product: one.product.clone(),
        extent: one.extent,
    };
    let others = |all: &[Loop], taken: &[usize]| -> (Vec<usize>, i64) {
        let left: Vec<usize> = (0..all.len()).filter(|at| !taken.contains(at)).collect();
        let count = left.iter().map(|at| all[*at].extent);
        let count = count.fold(1, i64::saturating_mul);
        (left, count)
    };
    let (around, batch) = others(&parallel, &[rows, columns]);
    let (left, rounds) = others(&sums, &[terms]);
    Ok(Ok(Nest {
        path: path.clone(),
        statement: name.clone(),
        unit,
        rows: along(&parallel[rows]),
        columns: along(&parallel[columns]),
        terms: along(&sums[terms]),
        around: around.iter().map(|at| parallel[*at].all.clone()).collect(),
        batch,
        sums: left.iter().map(|at| sums[*at].product.clone()).collect(),
        rounds,
    }))
}

/// The loops along rows, columns and terms: positions among the parallel ones and those of the sum.
fn chosen(
    statement: &StatementAccesses,
    product: &Product,
    own: &UnionSet,
    unit: Unit,
    (parallel, sums): (&[Loop], &[Loop]),
) -> Result<Result<[usize; 3], String>, Refusal> {
    let name = &statement.name;
    let access = |position: usize| {
        let mut all = statement.accesses.iter();
        all.find(|one| one.position == position)
    };
    let [Some(first), Some(second)] = product.factors.map(access) else {
        return Ok(Err("its factors are not loads".to_owned()));
    };
    let mut writes = (statement.accesses.iter()).filter(|one| one.kind == AccessKind::Write);
    let Some(result) = writes.next() else {
        return Ok(Err("it has no result".to_owned()));
    };
    let depends = |access: &Access, one: &Loop| depends(access, name, one.index, own);
    let mut of_first = Vec::new();
    let mut of_second = Vec::new();
    for (at, one) in parallel.iter().enumerate() {
        match (depends(first, one)?, depends(second, one)?) {
            (true, false) => of_first.push(at),
            (false, true) => of_second.push(at),
            _ => {}
        }
    }
    let next = |one: &usize| is_next(result, name, parallel[*one].index, own);
    let in_row = |all: &[usize]| -> Result<Option<usize>, Refusal> {
        for one in all {
            if next(one)? {
                return Ok(Some(*one));
            }
        }
        Ok(None)
    };
    let fits = |all: &[usize], size: i64| {
        let fitting = all
            .iter()
            .copied()
            .filter(|at| parallel[*at].extent % size == 0);
        fitting.max_by_key(|at| parallel[*at].extent)
    };
    // Columns are neighbours in a lane's registers: they go along the rows of the result.
    let (rows_of, columns_of) = match (in_row(&of_second)?, in_row(&of_first)?) {
        (None, Some(_)) => (&of_second, &of_first),
        _ => (&of_first, &of_second),
    };
    let columns = in_row(columns_of)?.filter(|at| parallel[*at].extent % unit.columns == 0);
    let columns = columns.or_else(|| fits(columns_of, unit.columns));
    let rows = fits(rows_of, unit.rows);
    let (Some(rows), Some(columns)) = (rows, columns) else {
        return Ok(Err(format!(
            "no loops of {} rows of one factor and {} columns of the other, or multiples of them",
            unit.rows, unit.columns
        )));
    };
    let mut terms = None;
    for (at, one) in sums.iter().enumerate() {
        if one.extent % unit.depth == 0 && depends(first, one)? && depends(second, one)? {
            terms = Some(at);
        }
    }
    let Some(terms) = terms else {
        return Ok(Err(format!(
            "no sum of {} terms or a multiple of it",
            unit.depth
        )));
    };
    Ok(Ok([rows, columns, terms]))
}

/// The loops of the sum below the outer band: none, or one band. `None` where other nodes are
/// there, or where another statement has loops of its own.
fn sum_loops<'t>(node: &'t Tree, statement: &str) -> Result<Option<Vec<&'t Band>>, Refusal> {
    let of_branch = |node: &'t Tree| match node {
        Tree::Leaf => Some(Vec::new()),
        Tree::Band { band, child } if matches!(**child, Tree::Leaf) => {
            (band.permutable || band.members.len() == 1).then(|| vec![band])
        }
        _ => None,
    };
    let Tree::Sequence { children } = node else {
        return Ok(of_branch(node));
    };
    let mut found = None;
    for child in children {
        let Tree::Filter { filter, child } = child else {
            return Ok(None);
        };
        let names: Vec<String> = filter.sets()?.iter().filter_map(Set::name).collect();
        if names.len() != 1 {
            return Ok(None);
        }
        if names[0] == statement {
            found = of_branch(child);
        } else if !matches!(**child, Tree::Leaf) {
            return Ok(None);
        }
    }
    Ok(found)
}

/// A member as a loop over one index of the product, which is `own`; `None` if it is another
/// function of the indices, or if statements have other iterations.
fn loop_of(
    schedule: &UnionPwAff,
    active: &UnionSet,
    own: &UnionSet,
) -> Result<Option<Loop>, Refusal> {
    let product = schedule.intersect_domain(&own.universe()?)?;
    let functions = product.pw_affs()?;
    let [function] = &functions[..] else {
        return Ok(None);
    };
    if !function.isa_aff()? {
        return Ok(None);
    }
    let function = function.as_aff()?;
    if function.dim(Dim::Div)? > 0 {
        return Ok(None);
    }
    let mut index = None;
    for position in 0..function.dim(Dim::In)? {
        match function.coefficient_val(Dim::In, position)?.to_i64() {
            Some(0) => {}
            Some(1) if index.is_none() => index = Some(position),
            _ => return Ok(None),
        }
    }
    let here = bounds(&product.intersect_domain(own)?)?;
    let others = bounds(&schedule.intersect_domain(active)?)?;
    let (Some(index), Some((0, last))) = (index, here) else {
        return Ok(None);
    };
    Ok((others == Some((0, last))).then(|| Loop {
        all: schedule.clone(),
        product,
        index,
        extent: last + 1,
    }))
}

/// Whether the instances are all points of the extents.
fn is_box(own: &UnionSet, parallel: &[Loop], sums: &[Loop]) -> Result<bool, Refusal> {
    let [set] = &own.sets()?[..] else {
        return Ok(false);
    };
    let arity = set.dim(Dim::SET)?;
    let mut extents = vec![None; arity];
    for one in parallel.iter().chain(sums) {
        extents[one.index] = Some(one.extent);
    }
    let Some(extents) = extents.into_iter().collect::<Option<Vec<i64>>>() else {
        return Ok(false);
    };
    let names: Vec<String> = (0..arity).map(|at| format!("x{at}")).collect();
    let bounds = names.iter().zip(extents);
    let bounds: Vec<String> = bounds
        .map(|(name, extent)| format!("0 <= {name} < {extent}"))
        .collect();
    let text = format!(
        "{{ {}[{}] : {} }}",
        set.name().unwrap_or_default(),
        names.join(", "),
        bounds.join(" and ")
    );
    Ok(UnionSet::parse(own.context(), &text)?.is_equal(own)?)
}

/// From each instance of a statement to the next one along an index.
fn next_along(statement: &str, index: usize, own: &UnionSet) -> Result<UnionMap, Refusal> {
    let arity = match &own.sets()?[..] {
        [set] => set.dim(Dim::SET)?,
        _ => 0,
    };
    let from: Vec<String> = (0..arity).map(|at| format!("x{at}")).collect();
    let to = from.iter().enumerate();
    let to = to.map(|(at, name)| {
        if at == index {
            format!("{name} + 1")
        } else {
            name.clone()
        }
    });
    let to: Vec<String> = to.collect();
    let (from, to) = (from.join(", "), to.join(", "));
    let text = format!("{{ {statement}[{from}] -> {statement}[{to}] }}");
    let next = UnionMap::parse(own.context(), &text)?;
    Ok(next.intersect_domain(own)?.intersect_range(own)?)
}

/// Whether the element that an access touches changes along an index.
fn depends(
    access: &Access,
    statement: &str,
    index: usize,
    own: &UnionSet,
) -> Result<bool, Refusal> {
    let next = next_along(statement, index, own)?;
    let here = access.relation.intersect_domain(&next.domain()?)?;
    Ok(!next.apply_range(&access.relation)?.is_equal(&here)?)
}

/// Whether the next element along an index is its neighbour in a row.
fn is_next(
    access: &Access,
    statement: &str,
    index: usize,
    own: &UnionSet,
) -> Result<bool, Refusal> {
    let next = next_along(statement, index, own)?.apply_range(&access.relation)?;
    let here = access.relation.intersect_domain(&next.domain()?)?;
    let deltas = here.reverse()?.apply_range(&next)?.deltas()?;
    let Some(step) = deltas.sample_point()?.to_i64s() else {
        return Ok(false);
    };
    let one = UnionSet::from_point(&deltas.sample_point()?)?;
    let zeros = step.iter().rev().skip(1).all(|step| *step == 0);
    Ok(step.last() == Some(&1) && zeros && deltas.is_equal(&one)?)
}
