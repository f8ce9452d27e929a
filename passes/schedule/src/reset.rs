//! `schedule-reset`: restores the original order of the statements.
//!
//! ```text
//! domain { S0[i, j]; S1[i, j, k] }                   domain { S0[i, j]; S1[i, j, k] }
//! band (block.y ..., block.x ...)                    sequence
//!   extension { ... -> A_in[...]; sync0[] }   ==>      filter { S0[i, j] }
//!     sequence                                           band (sequential i, sequential j)
//!       filter { A_in } ...                            filter { S1[i, j, k] }
//!       filter { S1 } band (thread.y ..., ...)           band (sequential i, sequential j, sequential k)
//! ```
//!
//! The original order is the text order of the statements, and for the instances of one statement
//! the lexicographic order of its indices; a loop around several statements stays a loop. All
//! dependences are defined by this order ([`tc_scop::dependences`]), so this tree is legal
//! whatever the old one is. Everything that mapping added is removed: grid and block, copies and
//! barriers, and the tiles of arrays. An access to a tile becomes the access to its original
//! element (`schedule.for`), whatever the copies do.
//!
//! **Refused**: expansion nodes, and accesses to tiles that do not state their original element.
//! **Cost**: linear in the accesses.

use tc_dialects::op;
use tc_dialects::schedule::tree::{Band, Member, Refusal, Scop, Statement, Tree};
use tc_isl::{Aff, Dim, Set, UnionPwAff, UnionSet, thread_context};

use tc_pass_host::*;
use tc_scop::accesses::{self, STANDS_FOR, ScopAccesses, StandsFor};
use tc_scop::isl_text::IslNames;
use tc_scop::leaves::known_domain;
use tc_scop::scop_edit::{Element, ScopEdit};
use tc_scop::scop_pass::{BUDGET, failure};
use tc_scop::verify::promotion::is_local;

pass! {
    /// Restores the original order of a scop: one filter for each statement, in text order, and a
    /// loop for each index. Mapping, copies, barriers and tiles of arrays are removed.
    ///
    /// A schedule is proved against this order, and `tc-run --check` compares with it.
    pub struct ScheduleReset {
        name: "schedule-reset",
        anchor: "schedule.scop",
        summary: "restore the original order of the statements",
        dialects: ["affine", "memref"],
        options: {
        },
        statistics: {
            /// statements that remain
            statements,
            /// accesses to tiles that were redirected to arrays
            accesses,
        },
    }
}

impl Pass for ScheduleReset {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let isl = thread_context();
        let refused = |refusal| failure(operation, refusal);
        let mut scop = Scop::from_op(&isl, operation).map_err(refused)?;
        let moved = if has_tiles(&scop.tree) {
            let accesses = accesses::of_scop(&isl, operation)?;
            let moved = isl.with_budget(BUDGET, || without_tiles(&scop, &accesses));
            moved.map_err(refused)?
        } else {
            Vec::new()
        };
        let edit = ScopEdit::new(ctx.context(), operation)?;
        let arrays = edit.arrays()?;
        for access in &moved {
            let to = Element {
                array: arrays[access.array],
                subscripts: &access.subscripts,
            };
            edit.redirect(&access.statement, access.position, &to, None)?;
        }
        (scop.tree, scop.statements) = in_text_order(&isl, &scop).map_err(refused)?;
        (scop.grid, scop.block) = (None, None);
        op::set_attribute(operation, "grid", None);
        op::set_attribute(operation, "block", None);
        scop.write(ctx.context(), operation).map_err(refused)?;
        erase_unused(operation, &scop.statements);
        self.statements.add(scop.statements.len());
        self.accesses.add(moved.len());
        Ok(())
    }
}

/// The tree that runs the statements of the domain in text order, and these statements.
fn in_text_order(isl: &tc_isl::Context, scop: &Scop) -> Result<(Tree, Vec<Statement>), Refusal> {
    let domain = scop.tree.domain()?;
    for (path, node) in scop.tree.walk() {
        if matches!(node, Tree::Expansion { .. }) {
            return Err(Refusal::new("expected no expansion node").at(&path).note(
                "the statements below it are not those of the domain: schedule the expanded statements",
            ));
        }
    }
    let sets = domain.sets()?;
    let mut present = Vec::new();
    for statement in &scop.statements {
        let named = |set: &&Set| set.name().as_deref() == Some(&statement.name);
        if let Some(set) = sets.iter().find(named) {
            present.push(Present::of(statement, set)?);
        }
    }
    let below = in_order(isl, &present, 0)?;
    let statements = present.into_iter().map(|one| one.statement.clone());
    Ok((below.below_domain(domain.clone()), statements.collect()))
}

/// A statement with instances, in isl's notation.
struct Present<'a> {
    statement: &'a Statement,
    indices: Vec<String>,
    tuple: String,
}

impl<'a> Present<'a> {
    fn of(statement: &'a Statement, instances: &Set) -> Result<Present<'a>, Refusal> {
        let mut names = IslNames::default();
        let indices: Vec<String> = (0..instances.dim(Dim::SET)?)
            .map(|index| names.fresh(statement.indices.get(index).map_or("i", String::as_str)))
            .collect();
        let tuple = format!("{}[{}]", statement.name, indices.join(", "));
        Ok(Present {
            statement,
            indices,
            tuple,
        })
    }
}

/// The sequence of statements and loops inside of `depth` loops.
fn in_order(
    isl: &tc_isl::Context,
    statements: &[Present<'_>],
    depth: usize,
) -> Result<Tree, Refusal> {
    let mut ordered: Vec<&Present> = statements.iter().collect();
    ordered.sort_by_key(|one| &one.statement.at);
    let mut children = Vec::new();
    for part in ordered.chunk_by(|a, b| a.statement.at.get(depth) == b.statement.at.get(depth)) {
        match part {
            [only] if only.statement.at.len() == depth + 1 => {
                children.push(lexicographic(isl, only, depth)?);
            }
            _ => children.push(r#loop(isl, part, depth)?),
        }
    }
    Ok(match children.len() {
        0 => Tree::Leaf,
        _ => Tree::Sequence { children },
    })
}

/// A loop around statements: a band of their index number `depth` above their sequence.
fn r#loop(
    isl: &tc_isl::Context,
    statements: &[&Present<'_>],
    depth: usize,
) -> Result<Tree, Refusal> {
    let index = |one: &&Present| {
        let index = one.indices.get(depth).map_or("0", String::as_str);
        format!("{} -> [({index})]", one.tuple)
    };
    let schedule: Vec<String> = statements.iter().map(index).collect();
    let schedule = UnionPwAff::parse(isl, &format!("{{ {} }}", schedule.join("; ")))?;
    let inner: Vec<Present> = statements
        .iter()
        .map(|one| Present {
            statement: one.statement,
            indices: one.indices.clone(),
            tuple: one.tuple.clone(),
        })
        .collect();
    let band = Band::new(vec![Member::new(schedule)], false);
    let tuples: Vec<&str> = statements.iter().map(|one| one.tuple.as_str()).collect();
    let filter = UnionSet::parse(isl, &format!("{{ {} }}", tuples.join("; ")))?;
    let below = in_order(isl, &inner, depth + 1)?;
    Ok(below.below_band(band).below_filter(filter))
}

/// The instances of a statement, in the lexicographic order of their indices from number `depth`.
fn lexicographic(isl: &tc_isl::Context, one: &Present<'_>, depth: usize) -> Result<Tree, Refusal> {
    let tuple = &one.tuple;
    let mut members = Vec::new();
    for index in one.indices.iter().skip(depth) {
        let text = format!("{{ {tuple} -> [({index})] }}");
        members.push(Member::new(UnionPwAff::parse(isl, &text)?));
    }
    let loops = if members.is_empty() {
        Tree::Leaf
    } else {
        Tree::Leaf.below_band(Band::new(members, false))
    };
    let own = UnionSet::parse(isl, &format!("{{ {tuple} }}"))?;
    Ok(loops.below_filter(own))
}

/// An access to an array that replaces one to a tile.
struct Moved {
    statement: String,
    /// The position of the operation in the body.
    position: usize,
    /// The array, by position.
    array: usize,
    subscripts: Vec<Aff>,
}

/// Whether copies are added anywhere: without copies, tiles have no original elements.
fn has_tiles(tree: &Tree) -> bool {
    let nodes = tree.walk();
    nodes
        .iter()
        .any(|(_, node)| matches!(node, Tree::Extension { .. }))
}

/// The accesses to tiles, as accesses to their original elements.
fn without_tiles(scop: &Scop, accesses: &ScopAccesses) -> Result<Vec<Moved>, Refusal> {
    let domain = known_domain(scop)?;
    let sets = domain.sets()?;
    let names: Vec<String> = sets.iter().filter_map(Set::name).collect();
    let (own, added): (Vec<_>, Vec<_>) = accesses
        .statements
        .iter()
        .partition(|statement| names.contains(&statement.name));
    let filled: Vec<&str> = added
        .iter()
        .flat_map(|statement| &statement.accesses)
        .map(|access| access.array.as_str())
        .filter(|array| is_local(accesses, array))
        .collect();
    let mut moved = Vec::new();
    for statement in own {
        for access in &statement.accesses {
            let Some(meant) = &access.stands_for else {
                if filled.contains(&access.array.as_str()) {
                    let message = format!(
                        "{} touches the tile `{}` without saying which element it stands for",
                        statement.name, access.array
                    );
                    return Err(Refusal::new(message)
                        .at_operation(&statement.name, access.position)
                        .note(format!("give the access the attribute `{STANDS_FOR}`; schedule-verify says which")));
                }
                continue;
            };
            let array = accesses
                .arrays
                .iter()
                .position(|array| array.name == meant.array);
            moved.extend(
                array
                    .map(|array| -> Result<Moved, Refusal> {
                        Ok(Moved {
                            statement: statement.name.clone(),
                            position: access.position,
                            array,
                            subscripts: subscripts(&statement.name, meant, &domain)?,
                        })
                    })
                    .transpose()?,
            );
        }
    }
    Ok(moved)
}

/// The element of an access, as functions of the indices of the statement.
fn subscripts(statement: &str, access: &StandsFor, domain: &UnionSet) -> Result<Vec<Aff>, Refusal> {
    let relation = access.relation.intersect_domain(domain)?.as_map()?;
    let instances = relation.domain()?;
    let element = relation.as_pw_multi_aff()?;
    let mut subscripts = Vec::new();
    for dim in 0..relation.dim(Dim::Out)? {
        let subscript = element.at(dim)?.gist(&instances)?.coalesce()?;
        if !subscript.isa_aff()? {
            return Err(Refusal::new(format!(
                "the element of `{}` that {statement} means is not one expression in its indices: {subscript}",
                access.array
            )));
        }
        subscripts.push(subscript.as_aff()?);
    }
    Ok(subscripts)
}

/// Erases the statements that are not in the given list, and the arrays that are then unused.
fn erase_unused(scop: OperationRef<'_, '_>, statements: &[Statement]) {
    let named = |name: &'static str| {
        let children = op::children(scop).into_iter();
        children.filter(move |child| op::name(*child) == name)
    };
    for statement in named("schedule.statement").collect::<Vec<_>>() {
        let name = op::string(statement, "sym_name").unwrap_or_default();
        if !statements.iter().any(|kept| kept.name == name) {
            erase(statement);
        }
    }
    for array in named("schedule.array").collect::<Vec<_>>() {
        if !op::is_used(op::result(array)) {
            erase(array);
        }
    }
}
