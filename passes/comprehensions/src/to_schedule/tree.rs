//! The canonical tree of a plan: filters of bands in a sequence, loops as bands above sequences.

use melior::ir::{Attribute, Block, BlockLike, Operation, Region, RegionLike};

use super::nest::Part;
use super::{Lowering, plan};
use melior::ir::operation::OperationLike;
use tc_scop::emit::{Emitter, Outcome, refuse};
use tc_scop::isl_text;

impl<'c, 'b> Lowering<'_, 'c, 'b> {
    /// The canonical tree: a sequence of filters of bands.
    pub(super) fn tree(&self, emitter: Emitter<'c, 'b>) -> Outcome<()> {
        let statements: Vec<Space> = self
            .plan
            .statements
            .iter()
            .map(|statement| self.space(statement))
            .collect::<Outcome<_>>()?;
        let domains: Vec<String> = statements
            .iter()
            .map(|space| space.domain.clone())
            .collect();
        let below = match (&statements[..], self.nest.has_loops()) {
            ([], _) => Vec::new(),
            ([only], false) => self.band(emitter, only, 0)?.into_iter().collect(),
            _ => vec![self.sequence(emitter, &statements, &self.nest.parts, 0)?],
        };
        let region = region_of(below);
        let set = set_attribute(
            emitter,
            &format!("[{}] -> {{ {} }}", self.parameters(), domains.join("; ")),
        )?;
        emitter.op("schedule.domain", &[], &[], &[("set", set)], vec![region])?;
        Ok(())
    }

    pub(super) fn parameters(&self) -> String {
        self.names.parameters.join(", ")
    }

    /// The sequence of the parts of a loop, or of the def, inside of `depth` loops.
    fn sequence(
        &self,
        emitter: Emitter<'c, 'b>,
        statements: &[Space],
        parts: &[Part],
        depth: usize,
    ) -> Outcome<Operation<'c>> {
        let mut filters = Vec::new();
        for part in parts {
            let mut inside = Vec::new();
            part.statements(&mut inside);
            let tuples: Vec<String> = inside.iter().map(|&at| statements[at].tuple()).collect();
            let set = set_attribute(emitter, &format!("{{ {} }}", tuples.join("; ")))?;
            let child = match part {
                Part::Statement(at) => self.band(emitter, &statements[*at], depth)?,
                Part::Loop { parts, .. } => {
                    let below = self.sequence(emitter, statements, parts, depth + 1)?;
                    let values: Vec<String> = inside
                        .iter()
                        .map(|&at| {
                            let space = &statements[at];
                            format!("{} -> [{}]", space.tuple(), space.indices[depth])
                        })
                        .collect();
                    let member = format!("#schedule.aff<\"{{ {} }}\">", values.join("; "));
                    Some(self.members(emitter, &[member], &[false], vec![below])?)
                }
            };
            filters.push(emitter.detached(
                "schedule.filter",
                &[("set", set)],
                vec![region_of(child.into_iter().collect())],
            )?);
        }
        emitter.detached("schedule.sequence", &[], vec![region_of(filters)])
    }

    /// The band of the indices of a statement from number `depth`; `None` if there are none.
    fn band(
        &self,
        emitter: Emitter<'c, 'b>,
        space: &Space,
        depth: usize,
    ) -> Outcome<Option<Operation<'c>>> {
        if space.indices.len() == depth {
            return Ok(None);
        }
        let member =
            |index: &String| format!("#schedule.aff<\"{{ {} -> [{index}] }}\">", space.tuple());
        let members: Vec<String> = space.indices[depth..].iter().map(member).collect();
        self.members(emitter, &members, &space.on_left[depth..], Vec::new())
            .map(Some)
    }

    /// A permutable band.
    fn members(
        &self,
        emitter: Emitter<'c, 'b>,
        members: &[String],
        coincident: &[bool],
        below: Vec<Operation<'c>>,
    ) -> Outcome<Operation<'c>> {
        let kinds = vec!["#schedule.member<sequential>"; members.len()];
        let coincident: Vec<&str> = coincident
            .iter()
            .map(|left| if *left { "true" } else { "false" })
            .collect();
        let attributes = [
            (
                "members",
                emitter.attribute(format!("[{}]", members.join(", ")))?,
            ),
            (
                "kinds",
                emitter.attribute(format!("[{}]", kinds.join(", ")))?,
            ),
            (
                "coincident",
                emitter.attribute(format!("array<i1: {}>", coincident.join(", ")))?,
            ),
            ("permutable", emitter.attribute("unit")?),
        ];
        emitter.detached("schedule.band", &attributes, vec![region_of(below)])
    }

    /// A statement in isl's notation.
    fn space(&self, statement: &plan::PlannedStatement) -> Outcome<Space> {
        let comprehension = &self.definition.comprehensions[statement.comprehension];
        let mut names = self.names.sizes.clone();
        let indices: Vec<String> = statement
            .indices
            .iter()
            .map(|(name, _)| names.add(name))
            .collect();
        let mut conditions = Vec::new();
        for ((name, range), variable) in statement.indices.iter().zip(&indices) {
            let bound = |expr| isl_text::affine(expr, &names);
            let (Some(lower), Some(upper)) = (bound(&range.lower), bound(&range.upper)) else {
                let message = format!(
                    "the range of `{name}`, [{}, {}), is not affine in the sizes",
                    range.lower.human(),
                    range.upper.human()
                );
                return Err(refuse(comprehension.view.operation().location(), message)
                    .note("help: bind the sizes and scalar inputs in it with `tc-specialize`"));
            };
            // In isl's printed form, which need not be parsed again.
            conditions.push(match upper.parse::<i64>() {
                Ok(end) => format!("{lower} <= {variable} <= {}", end - 1),
                Err(_) => format!("{lower} <= {variable} < {upper}"),
            });
        }
        let tuple = format!("{}[{}]", statement.name, indices.join(", "));
        let conditions = if conditions.is_empty() {
            String::new()
        } else {
            format!(" : {}", conditions.join(" and "))
        };
        Ok(Space {
            domain: format!("{tuple}{conditions}"),
            name: statement.name.clone(),
            indices,
            on_left: statement.on_left.clone(),
        })
    }
}

/// A statement in isl's notation.
struct Space {
    name: String,
    /// The indices as isl writes them.
    indices: Vec<String>,
    /// Whether each index is on the left.
    on_left: Vec<bool>,
    /// The tuple with its conditions.
    domain: String,
}

impl Space {
    fn tuple(&self) -> String {
        format!("{}[{}]", self.name, self.indices.join(", "))
    }
}

/// An isl set as an attribute.
pub(super) fn set_attribute<'c>(emitter: Emitter<'c, '_>, text: &str) -> Outcome<Attribute<'c>> {
    emitter.attribute(format!("#schedule.set<\"{text}\">"))
}

/// A region with one block of the given operations; without operations, an empty region.
fn region_of(operations: Vec<Operation<'_>>) -> Region<'_> {
    let region = Region::new();
    if !operations.is_empty() {
        let block = region.append_block(Block::new(&[]));
        for operation in operations {
            block.append_operation(operation);
        }
    }
    region
}
